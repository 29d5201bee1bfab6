import { readFileSync } from "node:fs";
import { inRoot } from "./root.mjs";

/** What is wrong with package-lock.json, a sentence each: parts of other systems that are missing, versions known unsafe. */
export function lockfileFaults() {
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  const minimumVersions = JSON.parse(readFileSync(inRoot("scripts", "minimum-versions.json"), "utf8"));
  return [...missingParts(packages), ...minimumVersions.flatMap((floor) => belowFloor(packages, floor))];
}

// Without them `npm ci` fails on every system, not only on the one whose part is missing.
export function missingParts(packages) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !places(path, name).some((place) => place in packages))
      .map((name) => `package-lock.json lacks ${name}, which ${path || "package.json"} names.`),
  );
}

export function belowFloor(packages, { package: name, lowest, advisory, except = [] }) {
  return Object.entries(packages)
    .filter(([path]) => path.endsWith(`node_modules/${name}`) && !except.includes(path))
    .filter(([, { version }]) => isBelow(version, lowest))
    .map(([path, { version }]) => `${path} is ${version}, and ${advisory} asks for ${lowest} or later.`);
}

// Where npm would look for a part of the package at `path`: beside its own parts, then further up.
function places(path, name) {
  const above = path.split("/node_modules/").map((_, depth, parts) => parts.slice(0, depth + 1).join("/node_modules/"));
  return [...above.filter(Boolean).map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}

function isBelow(version, lowest) {
  const [found, floor] = [version, lowest].map((text) => text.split("-")[0].split(".").map(Number));
  const at = floor.findIndex((part, index) => part !== found[index]);
  return at !== -1 && found[at] < floor[at];
}
