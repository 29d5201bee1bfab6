import { idToPath } from "../lib/contract/identifier";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { number, plainList } from "./support/contact-lists";
import { openImport, uploadList } from "./support/import-wizard";
import { oddFigures } from "./support/odd-figures";
import { odd, otherPlatform } from "./support/other-upstream";
import type { Stage } from "./support/stage";
import { expect, expectSound, test } from "./support/test";

test.beforeEach(({ stage }) => stage.platform.answer(otherPlatform));

const shown: [path: string, shows: (string | RegExp)[]][] = [
  [
    `/campaigns/${idToPath(odd.campaign)}`,
    ["Spring renewals", odd.campaign, "throttled", "dialling", "12345678901234567890", "0.10", "<script>"],
  ],
  [`/assistants/${odd.assistant}`, ["<script>", "half-published", "waits-politely", "retired", "yesterday"]],
  ["/phone-numbers", ["porting", "2 over"]],
  ["/credentials", ["oauth9", "resting", "halfway"]],
  [`/credentials?credential=${encodeURIComponent(odd.credential)}`, ["Odd one"]],
  [`/workflows/${idToPath(odd.workflow)}`, [odd.workflow, "sleeping"]],
  [`/calls/${idToPath(odd.call)}`, ["on-hold", odd.call]],
  [`/tools/${idToPath(odd.tool)}`, ["Odd tool", "brewing"]],
  ["/webhooks", ["napping", "bounced", "unheard-of", "call.melted"]],
  ["/", ["Needs attention"]],
];

test("no page hides anything of another platform's answer, or breaks at it, and the platform sees only the key", async ({
  stage,
  onStage,
}) => {
  const page = await onStage("admin");
  for (const [path, words] of shown)
    await test.step(path, async () => {
      await page.goto(path);
      // The log is kept: a press has it read from this platform now.
      if (path === "/webhooks") await page.getByRole("button", { name: "Refresh" }).click();
      for (const word of words) await expect(page.locator("main")).toContainText(word);
      await expectSound(page);
      expect(await page.title()).not.toBe("owned");
    });
  expect(stage.platform.seen.length).toBeGreaterThan(10);
  expectOnlyTheKey(stage);
});

test("an answer of 204 ends a tool and a session, whatever their identifiers", async ({ stage, onStage }) => {
  const page = await onStage("admin");
  await page.goto(`/tools/${idToPath(odd.tool)}`);
  await page.getByRole("button", { name: /Delete tool/ }).click();
  await page.getByRole("alertdialog").getByRole("textbox").fill("Odd tool");
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Delete/ })
    .click();
  await expect(page.locator("main")).toContainText(/Deleted/);
  await page.goto("/sessions");
  await page
    .getByLabel(/Session/)
    .first()
    .fill(odd.session);
  const end = page.getByRole("button", { name: /End session/ });
  await end.click();
  await expect(page.locator("main")).toContainText("Press End session again to continue anyway.");
  await end.click();
  await page.getByRole("alertdialog").getByRole("textbox").fill("end");
  await page.getByRole("alertdialog").getByRole("button", { name: /End/ }).click();
  await expect
    .poll(() => stage.platform.seen.map(({ method, url }) => `${method} ${url}`))
    .toContain("POST /v1/sessions/%2E%2E/end");
  expect(stage.platform.seen.map(({ method, url }) => `${method} ${url}`)).toContain("DELETE /v1/tools/tool%3Fx%3D1");
  expectOnlyTheKey(stage);
});

test("a campaign goes by its title where it has no name, on its page and in the list of saved ones", async ({
  onStage,
}) => {
  const page = await onStage("admin");
  await page.goto(`/campaigns/${idToPath(odd.campaign)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Spring renewals");
  await expect(async () => {
    await page.goto("/campaigns");
    await expect(page.getByRole("row", { name: /Spring renewals/ })).toBeVisible({ timeout: timeoutMs(2_000) });
  }).toPass();
  await page.close();
});

for (const total of [0, 25, 1_200])
  test(`120 numbers are read and counted although the platform says ${total}`, async ({ stage, onStage }, info) => {
    stage.platform.answer(oddFigures({ total }));
    const page = await onStage("admin");
    await page.goto("/phone-numbers");
    await expect(page.locator("main")).toContainText(`120 loaded; the platform says ${total.toLocaleString("en-US")}`);
    await expect(page.locator("main")).toContainText("1 to 50 of 120");
    for (const shown of ["51 to 100 of 120", "101 to 120 of 120"]) {
      await page.getByRole("button", { name: "Next page" }).click();
      await expect(page.locator("main")).toContainText(shown);
    }
    await expect(page.getByRole("button", { name: "Next page" })).toBeDisabled();
    for (const said of ["261", "maximum: unlimited", "is_allowed: yes", "Plan 7"])
      await expect(page.locator("main")).toContainText(said);
    await page.screenshot({ path: info.outputPath("numbers.png"), fullPage: true });
    await page.close();
  });

test("credentials that are capped say how many there are, ask for more, and say when no more come", async ({
  stage,
  onStage,
}, info) => {
  stage.platform.answer(oddFigures({ total: 45 }));
  const page = await onStage("admin");
  await page.goto("/credentials");
  await expect(page.locator("main")).toContainText("20 loaded; the platform says 45");
  await page.getByRole("button", { name: /^Load / }).click();
  await expect(page.locator("main")).toContainText("the platform returned 20 again");
  await page.screenshot({ path: info.outputPath("credentials.png"), fullPage: true });
  await page.close();
});

test("500 webhooks are folded and searched, and both entries of one ID are there", async ({ stage, onStage }, info) => {
  stage.platform.answer(oddFigures({ total: 45 }));
  const page = await onStage("admin");
  const main = page.locator("main");
  await page.goto("/webhooks?time=all");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(main.locator("tr[data-row-id]").first()).toBeVisible();
  const top = await page.getByRole("table", { name: /^Deliveries/ }).boundingBox();
  expect(top?.y ?? Number.POSITIVE_INFINITY).toBeLessThan(1_600);
  for (const said of ["503", "delivered", "failed"]) await expect(main.getByRole("table")).toContainText(said);
  await page.screenshot({ path: info.outputPath("webhooks.png") });
  await page.getByRole("searchbox", { name: /of a webhook/ }).fill("hook-499.");
  await expect(page.getByRole("radio", { name: /hook-499/ })).toBeVisible();
  expect(await page.getByRole("radio").count()).toBeLessThanOrEqual(3);
  await page.getByRole("searchbox", { name: /of a webhook/ }).fill("");
  await page.getByRole("button", { name: /^Show all 5\d\d$/ }).click();
  await expect.poll(() => page.getByRole("radio").count()).toBeGreaterThan(500);

  await page.goto(`/webhooks?time=all&entry=${encodeURIComponent("same @ w2 call.ended")}`);
  await expect(main).toContainText("Several deliveries share this ID");
  await expect(main).toContainText("sent as 17636");
  await page.screenshot({ path: info.outputPath("shared-id.png") });
  await page.getByRole("button", { name: "List them" }).click();
  await expect(main.getByRole("row", { name: /call\.ended/ })).toHaveCount(2);
  await page.goBack();
  await expect(main).toContainText("Several deliveries share this ID");
  await page.keyboard.press("k");
  await expect(page).not.toHaveURL(/entry=same(\+|%20)(@|%40)/);
  await page.close();
});

test("a publish that is only queued is not reported as published", async ({ stage, onStage }) => {
  stage.platform.answer(
    oddFigures({
      total: 1,
      publish: { status: 202, body: { success: true, data: { status: "queued", version: "42" } } },
    }),
  );
  const page = await onStage("admin");
  await page.goto(`/workflows/${idToPath(odd.workflow)}`);
  await page.getByRole("button", { name: /^Publish/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.locator("main")).toContainText("answered 202, “queued” for version 42. It does not confirm yet");
  await page.close();
});

const fiveErrors = [1, 2, 3, 4, 5].map((row) => ({ row, reason: "landline" }));
const uploads: [what: string, answer: { status: number; body: unknown }, says: (string | RegExp)[]][] = [
  [
    "202",
    { status: 202, body: { job_id: "j-1" } },
    ["still working on the list", "unknown how many the platform accepted"],
  ],
  ["204", { status: 204, body: undefined }, ["5 contacts were uploaded to", "unknown how many the platform accepted"]],
  ["counts", { status: 200, body: { imported: 3, failed: 2 } }, ["3 imported, 2 failed; 5 were uploaded"]],
  [
    "unrecognized counts",
    { status: 200, body: { inserted: 3, skipped: 2 } },
    ["5 contacts were uploaded to", "unknown how many the platform accepted", /inserted\s*3/, /skipped\s*2/],
  ],
  ["207", { status: 207, body: { imported: 5 } }, ["Not every contact may be in", "some of it may have failed"]],
  [
    "row figures",
    { status: 200, body: { imported: 0, errors: fiveErrors } },
    ["3 if contacts are counted", "does not say what its own row numbers count"],
  ],
  [
    "a number",
    { status: 200, body: { imported: 4, errors: [{ row: 2, phone_number: number(4) }] } },
    [/\+12122000004\s*6/],
  ],
];

for (const [at, [what, upload, says]] of uploads.entries())
  test(`an upload answered with ${what} is reported as far as it goes`, async ({ stage, onStage }, info) => {
    stage.platform.answer(oddFigures({ total: 1, upload }));
    const page = await onStage("admin");
    await openImport(page, idToPath(odd.campaign));
    await uploadList(page, plainList(`odd-${at}.csv`, 5, { padding: `of ${at}` }));
    for (const each of says) await expect(page.locator("main")).toContainText(each);
    await expect(page.locator("body")).not.toContainText("counts are stored");
    await page.screenshot({ path: info.outputPath("upload.png"), fullPage: true });
    await page.close();
  });

function expectOnlyTheKey({ platform, key }: Stage) {
  for (const { headers } of platform.seen) {
    expect(headers.authorization).toBe(`Bearer ${key}`);
    expect(
      Object.keys(headers).filter((name) => /cookie|origin|referer|sec-|accept-language|forwarded/.test(name)),
    ).toEqual([]);
  }
}
