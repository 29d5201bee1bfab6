import { readFileSync } from "node:fs";
import { join } from "node:path";

type Locked = {
  version: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type ProductionPackage = {
  name: string;
  version: string;
  license: string;
  integrity: string | undefined;
  /** `name@version` of each package that it needs. */
  needs: string[];
};

/** npm runs scripts in the folder of the project. */
const root = process.cwd();

/**
 * The packages that Switchboard runs with, on any system, from package-lock.json. `npm sbom --omit dev` leaves out those that
 * tools for development need too, such as nodemailer.
 */
export function productionPackages(): ProductionPackage[] {
  const locked = readLock();
  const refOf = refIn(locked);
  const found = new Map<string, ProductionPackage>();
  const open = pathsNeeded(locked, "");
  for (const path of open) {
    const row = locked[path];
    if (!row || found.has(refOf(path))) continue;
    const needed = pathsNeeded(locked, path);
    open.push(...needed);
    const needs = [...new Set(needed.map(refOf))].sort();
    const { version, license = "", integrity } = row;
    found.set(refOf(path), { name: nameOf(path), version, license, integrity, needs });
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** `name@version` of each package that Switchboard itself needs. */
export function directRefs(): string[] {
  const locked = readLock();
  return pathsNeeded(locked, "").map(refIn(locked)).sort();
}

const readLock = (): Record<string, Locked> =>
  JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;

const refIn = (locked: Record<string, Locked>) => (path: string) => `${nameOf(path)}@${locked[path]?.version}`;

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

function pathsNeeded(locked: Record<string, Locked>, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = locked[path] ?? {};
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
  return names.flatMap((name) => resolve(locked, path, name) ?? []);
}

/** Looks in the package's own node_modules, then in those above it. */
function resolve(locked: Record<string, Locked>, from: string, name: string): string | undefined {
  const path = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (locked[path]) return path;
  if (from === "") return undefined;
  const end = from.lastIndexOf("node_modules/");
  return resolve(locked, from.slice(0, end).replace(/\/$/, ""), name);
}
