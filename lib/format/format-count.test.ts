import { expect, test } from "vitest";
import { formatBytes } from "./format-count";

test("formats a size in one unit", () => {
  expect([0, 1, 999, 1_000, 48_211_904, 512_000_000, 76_795_500_000].map(formatBytes)).toEqual([
    "0 bytes",
    "1 byte",
    "999 bytes",
    "1 kB",
    "48.2 MB",
    "512 MB",
    "76.8 GB",
  ]);
});
