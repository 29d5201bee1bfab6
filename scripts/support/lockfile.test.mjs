import { expect, test } from "vitest";
import { belowFloor, lockfileFaults, missingParts } from "./lockfile.mjs";

test("the lockfile has the parts of every system and no unsafe version", () => {
  expect(lockfileFaults()).toEqual([]);
});

test("reports a missing part of another system", () => {
  const packages = {
    "node_modules/next": { optionalDependencies: { "@next/swc-darwin-arm64": "1", "@next/swc-linux": "1" } },
    "node_modules/@next/swc-linux": {},
  };
  expect(missingParts(packages)).toEqual([
    "package-lock.json lacks @next/swc-darwin-arm64, which node_modules/next names.",
  ]);
});

test("reports every version below the minimum, except for exceptions", () => {
  const packages = { "node_modules/a": { version: "1.9.10" }, "node_modules/b/node_modules/a": { version: "1.10.0" } };
  const floor = { package: "a", lowest: "1.10.0", advisory: "GHSA-x" };
  expect(belowFloor(packages, floor)).toEqual(["node_modules/a is 1.9.10, and GHSA-x asks for 1.10.0 or later."]);
  expect(belowFloor(packages, { ...floor, except: ["node_modules/a"] })).toEqual([]);
});
