import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";

/** The text of the file that a press saves. */
export async function savedBy(pressed: Locator) {
  const saving = pressed.page().waitForEvent("download");
  await pressed.click();
  return readFile(await (await saving).path(), "utf8");
}
