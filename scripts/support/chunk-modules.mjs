import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const mapComment = /\n\/\/# sourceMappingURL=(\S+)\s*$/;

/**
 * Returns the modules in each script of `folder`, the largest source first, from the source maps of the build. Deletes the
 * maps, which are larger than everything else together.
 */
export function takeChunkModules(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const modules = {};
  for (const name of names.filter((file) => file.endsWith(".js"))) {
    const text = readFileSync(join(folder, name), "utf8");
    const [comment, map] = mapComment.exec(text) ?? [];
    if (!map) continue;
    modules[name] = modulesIn(JSON.parse(readFileSync(join(folder, name, "..", map), "utf8")));
    writeFileSync(join(folder, name), text.slice(0, -comment.length));
  }
  for (const name of names.filter((file) => file.endsWith(".map"))) rmSync(join(folder, name));
  return modules;
}

function modulesIn({ sources, sourcesContent }) {
  return sources
    .map((source, index) => ({ path: shorten(source), size: sourcesContent?.[index]?.length ?? 0 }))
    .sort((one, other) => other.size - one.size)
    .map(({ path }) => path);
}

/** A path from the root of the project. Packages begin with their own name. */
const shorten = (source) =>
  source
    .replace(/^[a-z]+:\/\/\/(\[project\]\/)?/, "")
    .replace(/^.*node_modules\//, "")
    .replace(/\.js\?.*$/, ".js");
