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

/** Fails on unused files, exports and dependencies. */
export const unusedStep = knip("--no-progress");

/** The commands of the type check, in order. The first generates Next's types of the pages. */
export const typeSteps = () => [...(existsSync(inRoot("app", "layout.tsx")) ? [next("typegen")] : []), tsc("--noEmit")];
