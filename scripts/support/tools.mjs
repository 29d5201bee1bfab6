import { existsSync } from "node:fs";
import { inRoot } from "./root.mjs";

const script =
  (...path) =>
  (...args) => [process.execPath, [inRoot("node_modules", ...path), ...args]];

const biome = script("@biomejs", "biome", "bin", "biome");
export const vitest = script("vitest", "vitest.mjs");
export const playwright = script("@playwright", "test", "cli.js");
const next = script("next", "dist", "bin", "next");
const knip = script("knip", "bin", "knip.js");
const tsc = script("typescript", "bin", "tsc");

export const lintStep = biome("check", "--error-on-warnings");

/** Fails on files, exports and dependencies that nothing uses. */
export const unusedStep = knip("--no-progress");

/** The commands that check types, one after the other; the first writes what Next knows about the pages. */
export const typeSteps = () => [...(existsSync(inRoot("app", "layout.tsx")) ? [next("typegen")] : []), tsc("--noEmit")];
