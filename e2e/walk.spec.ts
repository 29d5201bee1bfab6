import type { Page } from "@playwright/test";
import { slow } from "../lib/testing/fault-replies";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { checkForRole, checkLayout, checkPage } from "./support/check-page";
import { chooseList, listOf, sumLine, uploadButton } from "./support/import-wizard";
import { longCell, longIds, longPlatform } from "./support/long-platform";
import { type LongStage, openLongStage } from "./support/long-stage";
import { pageTemplates, pathOf } from "./support/pages";
import { test as base, expect } from "./support/test";

const test = base.extend<object, { longStage: LongStage }>({
  longStage: [
    async ({ browser, sharedStage }, use) => {
      const longStage = await openLongStage(browser, sharedStage);
      await use(longStage);
      await longStage.close();
    },
    { scope: "worker", timeout: timeoutMs(300_000) },
  ],
});

// Each worker takes the next page.
test.describe.configure({ mode: "parallel" });

/** Reads that come late on a phone of a support engineer. Pages must not move then. */
const lateReads: Record<string, RegExp> = {
  "/": /phone-numbers/,
  "/phone-numbers": /phone-numbers|plan-limits/,
  "/webhooks": /\/webhooks(\?|$)/,
  "/campaigns/[campaign]": /campaigns/,
  "/calls/[call]": /calls/,
};

for (const { path, title, shows, roles } of pageTemplates)
  test(`shows ${path} without faults when names and IDs are long`, async ({ longStage, sharedStage }) => {
    const { pages, complaints } = longStage;
    const open = async (page: Page) => {
      await page.goto(pathOf(path, longIds));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expect(page.locator("main")).toContainText(shows);
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    };
    await open(pages.admin);
    const parts = path === "/" ? "main, header, aside[aria-label=Main]" : "main";
    expect.soft(await checkPage(pages.admin, { parts })).toEqual([]);
    for (const role of roles.filter((role) => role !== "admin")) {
      const late = role === "support" && lateReads[path];
      if (late)
        sharedStage.platform.answer((request, response) =>
          slow(longPlatform, late.test(request.url ?? "") ? 800 : 0)(request, response),
        );
      await open(pages[role]);
      sharedStage.platform.answer(longPlatform);
      expect.soft(await checkForRole(pages[role], { isLate: Boolean(late) }), role).toEqual([]);
    }
    expect(complaints.splice(0)).toEqual([]);
  });

test("lays out each step of an import without faults when its cells are long", async ({ longStage }) => {
  const page = longStage.pages.campaign_manager;
  await page.goto(pathOf("/campaigns/[draft]/contacts", longIds));
  const rows = [`+12125550142,${longCell},1`, `not a number ${longCell},Bo,2`, `+12125550143,"${longCell}, Bo",3`];
  await chooseList(page, listOf(`${longCell.slice(0, 120)}.csv`, [`phone_number,name,${longCell}`, ...rows]));
  await expect(sumLine(page)).toContainText("3 rows");
  await page.getByRole("button", { name: /^File and columns/ }).click();
  await page.getByRole("button", { name: /^Change how the file is read/ }).click();
  expect.soft(await checkLayout(page)).toEqual([]);
  await page.getByRole("button", { name: "Check the list" }).click();
  await expect(sumLine(page)).toContainText("3 rows");
  expect.soft(await checkLayout(page)).toEqual([]);
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await expect(uploadButton(page)).toBeEnabled();
  expect.soft(await checkLayout(page)).toEqual([]);
});

test("lays out signing in without faults when the name of the person is long", async ({ longStage, page }) => {
  const { pathname, hash, origin } = new URL(longStage.passwordLink);
  for (const path of ["/sign-in", "/sign-in?forgot=1", "/set-password#none", pathname + hash]) {
    await page.goto(origin + path);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Choose a password");
    expect.soft(await checkLayout(page), path).toEqual([]);
  }
});
