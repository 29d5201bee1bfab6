import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { endFile, onFileEnd } from "./on-file-end";
import { testFolder } from "./test-folder";

test("removes a folder after what was opened in it is closed, also when that fails", async () => {
  const folder = testFolder("kept-for-a-file");
  const seen: boolean[] = [];
  onFileEnd(() => void seen.push(existsSync(folder)));
  onFileEnd(() => Promise.reject(new Error("still in use")));
  await expect(endFile()).rejects.toThrow("still in use");
  expect([...seen, existsSync(folder)]).toEqual([true, false]);
});
