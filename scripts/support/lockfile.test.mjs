import { expect, test } from "vitest";
import { belowFloor, lockfileFaults, missingParts } from "./lockfile.mjs";

test("the lockfile has every system's parts and nothing known to be unsafe", () => {
  expect(lockfileFaults()).toEqual([]);
});

test("a part of another system that the lockfile lacks is named", () => {
  const packages = {
    "node_modules/next": { optionalDependencies: { "@next/swc-darwin-arm64": "1", "@next/swc-linux": "1" } },
    "node_modules/@next/swc-linux": {},
  };
  expect(missingParts(packages)).toEqual([
    "package-lock.json lacks @next/swc-darwin-arm64, which node_modules/next names.",
  ]);
});

test("a version below its floor is named wherever it is, unless it is an exception", () => {
  const packages = { "node_modules/a": { version: "1.9.10" }, "node_modules/b/node_modules/a": { version: "1.10.0" } };
  const floor = { package: "a", lowest: "1.10.0", advisory: "GHSA-x" };
  expect(belowFloor(packages, floor)).toEqual(["node_modules/a is 1.9.10, and GHSA-x asks for 1.10.0 or later."]);
  expect(belowFloor(packages, { ...floor, except: ["node_modules/a"] })).toEqual([]);
});
