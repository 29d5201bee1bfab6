import { readFileSync } from "node:fs";
import { inRoot } from "./root.mjs";

/** Faults of package-lock.json, one sentence each: missing parts of other systems and unsafe versions. */
export function lockfileFaults() {
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  const minimumVersions = JSON.parse(readFileSync(inRoot("scripts", "minimum-versions.json"), "utf8"));
  return [...missingParts(packages), ...minimumVersions.flatMap((floor) => belowFloor(packages, floor))];
}

// Without these parts `npm ci` fails on every system, not only on the one that needs them.
export function missingParts(packages) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !lookupPaths(path, name).some((path) => path in packages))
      .map((name) => `package-lock.json lacks ${name}, which ${path || "package.json"} names.`),
  );
}

export function belowFloor(packages, { package: name, lowest, advisory, except = [] }) {
  return Object.entries(packages)
    .filter(([path]) => path.endsWith(`node_modules/${name}`) && !except.includes(path))
    .filter(([, { version }]) => isBelow(version, lowest))
    .map(([path, { version }]) => `${path} is ${version}, and ${advisory} asks for ${lowest} or later.`);
}

// The folders in which npm looks for a dependency of the package at `path`.
function lookupPaths(path, name) {
  const folders = path
    .split("/node_modules/")
    .map((_, depth, parts) => parts.slice(0, depth + 1).join("/node_modules/"));
  return [...folders.filter(Boolean).map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}

function isBelow(version, lowest) {
  const [parts, floor] = [version, lowest].map((text) => text.split("-")[0].split(".").map(Number));
  const index = floor.findIndex((part, index) => part !== parts[index]);
  return index !== -1 && parts[index] < floor[index];
}
