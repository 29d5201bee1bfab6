import { timeoutMs } from "../lib/testing/timeout-ms";
import { findLayoutShifts, watchLayoutShifts } from "./support/layout-shift";
import { pages } from "./support/pages";
import { expect, test } from "./support/test";

test("shows a record on each page of the demo, and moves nothing while it loads", async ({ as }) => {
  // A row can lead to a record that another test has deleted.
  const page = await as("admin", { expects: /status of 404/ });
  await watchLayoutShifts(page);
  for (const { path, title, shows } of pages)
    await test.step(path, async () => {
      // On a busy machine a read can miss the 300 ms for which the server waits, and moves the page when it arrives.
      await expect(async () => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
        await expect(page.locator("main")).toContainText(shows);
        expect(await findLayoutShifts(page), path).toEqual([]);
      }).toPass({ timeout: timeoutMs(60_000) });
    });
});
