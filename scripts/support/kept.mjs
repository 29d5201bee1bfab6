import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A text made once and kept in the data directory, readable by its owner alone. */
export function kept(dataDir, name, make) {
  const path = join(dataDir, name);
  try {
    // Root gives the directory to pass through, because PostgreSQL then runs as another user.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    writeFileSync(path, `${make()}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (error.code !== "EEXIST")
      throw new Error(`${path} could not be written (${error.code}): choose another DATA_DIR.`);
  }
  return readFileSync(path, "utf8").trim();
}
