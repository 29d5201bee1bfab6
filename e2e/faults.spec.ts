import type { Page } from "@playwright/test";
import { type Fault, faults } from "../lib/testing/faults";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { comesBackByItself, faceMessage } from "./support/fault-messages";
import { expect, patient, refresh, test } from "./support/test";

// The gateway's tests go through all faults. These stand for the kinds that pages show differently.
const shownFaults = Object.entries(faults).filter(([name]) => ["reset", "503", "403"].includes(name));

const main = (page: Page) => page.locator("main");

test("shows the fault of a record, a list and a send, and recovers without a reload", async ({
  stage,
  onStage,
  campaign,
}) => {
  // The browser logs each answer that is no success.
  const page = await onStage("admin", { expects: /Failed to load resource/ });
  await page.clock.install();

  for (const [name, fault] of shownFaults)
    await test.step(`record: the platform ${fault.what}`, async () => {
      // The page of a campaign keeps its last answer, so each fault has its own.
      const id = `${campaign}-${name}`;
      await stage.heal();
      stage.platform.suffer(name, ({ url }) => url?.includes(id) ?? false);
      await page.goto(`/campaigns/${id}`);
      await expect(main(page)).toContainText(faceMessage(fault));
      await stage.heal();
      await refetch(page, fault);
      await expect(main(page)).toContainText("as it was");
    });

  await test.step("list: old rows stay, with their age and the fault", async () => {
    await page.goto("/credentials");
    await expect(main(page)).toContainText("Credential 3");
    stage.platform.suffer("503", ({ url }) => url?.includes("server-credentials") ?? false);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("r");
    await expect(main(page)).toContainText("The platform answered 503");
    await expect(main(page)).toContainText("Showing data from");
    await expect(main(page)).toContainText("Credential 3");
    await stage.heal();
    await page.clock.fastForward(5_000);
    await expect(main(page)).not.toContainText("Showing data from");
  });

  for (const [name, message] of [
    ["403", "Pause was refused"],
    ["reset", "Pause may or may not have taken effect"],
  ] as const)
    await test.step(`send: the platform ${faults[name]?.what}`, async () => {
      await stage.heal();
      await page.goto(`/campaigns/${campaign}-send-${name}`);
      await expect(main(page)).toContainText("as it was");
      stage.platform.suffer(name, ({ method }) => method === "POST");
      await page.getByRole("button", { name: /^Pause/ }).click();
      await expect(main(page)).toContainText(message);
      expect(stage.platform.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
    });
});

test("shows a loading state until a slow platform answers", async ({ stage, onStage, campaign }) => {
  const page = await onStage("admin");
  let release = () => {};
  const isDue = new Promise<void>((resolve) => {
    release = resolve;
  });
  stage.platform.answer((request, response) => void isDue.then(() => healthyPlatform(request, response)));
  await page.goto(`/workflows/${campaign}`);
  await expect(main(page).locator("[aria-busy=true]").first()).toBeVisible();
  await expect(
    main(page)
      .locator("[role=status]")
      .filter({ hasText: /^Loading/ }),
  ).not.toHaveCount(0);
  release();
  await expect(main(page)).toContainText("as it was");
  await expect(main(page).locator("[aria-busy=true]")).toHaveCount(0);
});

test("keeps rows of a dead platform, opens the circuit breaker and recovers without a reload", async ({
  stage,
  onStage,
}) => {
  const page = await onStage("support", { expects: /Failed to load resource/ });
  await page.goto("/credentials");
  await expect(main(page)).toContainText("Credential 3");
  await stage.platform.die();
  await page.keyboard.press("r");
  await expect(main(page)).toContainText("Showing data from");
  await expect(main(page)).toContainText("Credential 3");
  const ask = () => page.context().request.get("/api/v1/webhooks");
  await expect.poll(async () => (await (await ask()).json()).type).toContain("upstream-resting");

  const other = patient(await page.context().newPage());
  await other.goto("/phone-numbers");
  await expect(main(other)).toContainText("The platform has not been answering");
  await stage.platform.revive();
  await expect(main(other)).not.toContainText("The platform has not been answering");
  await expect(main(page)).not.toContainText("Showing data from");
});

test("keeps the frame when a part of it fails to render", async ({ onStage }) => {
  // React reports the caught error.
  const page = await onStage("admin", { expects: /./ });
  const headers = { "content-type": "application/json", "x-read-at": new Date().toISOString() };
  // Without the event stream, which sends the counts too.
  await page.addInitScript(() => Object.defineProperty(EventSource.prototype, "onmessage", { set: () => undefined }));
  await page.route("**/api/console/summary", (route) => route.fulfill({ headers, body: '{"data":null}' }));
  await page.goto("/credentials");
  const rail = page.getByRole("navigation", { name: "Pages" });
  await expect(rail.getByRole("button", { name: "Not shown: try again" }).first()).toBeVisible();
  await expect(main(page)).toContainText("Credential 3");
  await rail.getByRole("link", { name: "Team" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Team");
});

test("names the sign-in of a proxy when it has ended, and offers to reload", async ({ onStage }) => {
  const page = await onStage("admin", { expects: /./ });
  await page.goto("/credentials");
  await expect(main(page)).toContainText("Credential 3");
  const elsewhere = { status: 302, headers: { location: "https://login.example/start" } };
  await page.route("**/api/**", (route) => route.fulfill(elsewhere));
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("r");
  await expect(page.locator("header").getByText("Sign-in before Switchboard ended")).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Reload the page" })).toBeVisible();
  await expect(main(page)).toContainText("A sign-in before Switchboard may have ended");
  await expect(main(page)).not.toContainText("server is not answering");
});

test("offers to try again when the first read of a record failed", async ({ stage, onStage }) => {
  const page = await onStage("support", { expects: /Failed to load resource/ });
  stage.platform.suffer("503", ({ url }) => url?.includes("w-second") ?? false);
  await page.goto("/workflows/w-second");
  await expect(main(page)).toContainText("The platform answered 503");
  await stage.heal();
  await main(page).getByRole("button", { name: "Try again" }).click();
  await expect(main(page)).toContainText("as it was");
});

/** The page refetches by itself after a passing fault. After any other, a person presses R. */
async function refetch(page: Page, fault: Fault) {
  if (comesBackByItself(fault)) await page.clock.fastForward(5_000);
  else await refresh(page);
}
