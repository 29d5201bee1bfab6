import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFaultUpstream } from "../lib/testing/fault-upstream";
import { campaign, healthyPlatform } from "../lib/testing/healthy-platform";
import { cookieHeader, signEverybodyIn } from "./support/people";
import { appProcess, startProduct } from "./support/product";
import { expect, patient, test } from "./support/test";

test("a dead platform is left to rest, old rows stay, and its return needs no reload", async ({ stage, onStage }) => {
  // The browser itself complains of every answer that is no success.
  const page = await onStage("support", { expects: /Failed to load resource/ });
  await page.goto("/credentials");
  const main = page.locator("main");
  await expect(main).toContainText("Credential 3");
  await stage.platform.die();
  await page.keyboard.press("r");
  await expect(main).toContainText("Showing data from");
  await expect(main).toContainText("Credential 3");

  const ask = () => page.context().request.get("/api/v1/webhooks");
  await expect.poll(async () => (await (await ask()).json()).type).toContain("upstream-resting");

  const other = patient(await page.context().newPage());
  await other.goto("/phone-numbers");
  await expect(other.locator("main")).toContainText("The platform has not been answering");
  await stage.platform.revive();
  await expect(other.locator("main")).not.toContainText("The platform has not been answering");
  await expect(main).not.toContainText("Showing data from");
});

test("a kill -9 in the middle of a send leaves a row that reads outcome unknown", async ({ browser }) => {
  const platform = await startFaultUpstream(healthyPlatform);
  const dataDir = mkdtempSync(join(tmpdir(), "switchboard-killed-"));
  const env = { VOICE_API_BASE_URL: platform.baseUrl, VOICE_API_KEY: "dead_key_5521", LOG_LEVEL: "fatal" };
  const first = await startProduct(env, dataDir);
  let second: Awaited<ReturnType<typeof startProduct>> | undefined;
  try {
    const people = await signEverybodyIn(first.setupUrl ?? "");
    platform.suffer("hang-before", ({ method }) => method === "POST");
    const sent = fetch(`${first.origin}/api/v1/campaigns/${campaign}/start`, {
      method: "POST",
      headers: { cookie: cookieHeader(people.admin), "sec-fetch-site": "same-origin", "x-switchboard": "1" },
    }).catch(() => undefined);
    await expect.poll(() => platform.seen.some(({ method }) => method === "POST")).toBe(true);
    process.kill(appProcess(first.pid), "SIGKILL");
    await sent;
    await first.stop();

    second = await startProduct(env, dataDir);
    expect(second.setupUrl).toBeUndefined();
    const context = await browser.newContext({ baseURL: second.origin });
    await context.addCookies(people.admin);
    const page = patient(await context.newPage());
    await page.goto("/audit");
    const row = page.getByRole("row").filter({ hasText: campaign });
    await expect(row).toContainText("not known");
    await context.close();
  } finally {
    await first.stop();
    await second?.stop();
    await platform.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
