import { expect, test } from "vitest";
import { callLength } from "./assistant-card";

test("callLength formats seconds, minutes and hours", () => {
  expect([45, 60, 900, 905, 3600, 3725].map(callLength)).toEqual([
    "45 s",
    "1 min",
    "15 min",
    "15 min 5 s",
    "1 h",
    "1 h 2 min 5 s",
  ]);
});
