import { readFileSync } from "node:fs";
import { inRoot } from "./root.mjs";
import { runTimed } from "./step.mjs";

/** Installs the packages unless the installed ones match the lockfile. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const npm = process.env.npm_execpath;
  const [file, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const code = await runTimed("Installing packages", file, [
    ...first,
    "ci",
    "--include=dev",
    "--no-audit",
    "--no-fund",
  ]);
  if (code !== 0) throw new Error("The packages could not be installed: see npm's message above.");
}

function isInstalled() {
  const locked = read("package-lock.json");
  const installed = read("node_modules", ".package-lock.json");
  if (!installed) return false;
  return Object.entries(locked.packages).every(
    ([path, entry]) => path === "" || !isNeeded(entry) || installed.packages[path]?.version === entry.version,
  );
}

function isNeeded({ optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return true;
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
}

function read(...path) {
  try {
    return JSON.parse(readFileSync(inRoot(...path), "utf8"));
  } catch {
    return undefined;
  }
}
