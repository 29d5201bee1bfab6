import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Backups of the demo as each released version filled it. `npm run release:dump` writes them. */
const folder = join(import.meta.dirname, "releases");

export const releaseDumps = () =>
  existsSync(folder)
    ? readdirSync(folder).map((name) => ({ version: name.replace(".zip", ""), path: join(folder, name) }))
    : [];

export const dumpPathOf = (version: string) => join(folder, `${version}.zip`);

/** The secret and the admin of each dump. */
export const dumpSecret = "a secret of thirty-two characters or more";
export const dumpAdmin = { email: "mara@fernhill.example", password: "coral anvil 93 lantern" };
