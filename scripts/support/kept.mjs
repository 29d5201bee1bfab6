import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** Reads a text from the data directory, or creates it once with `make`. Only the owner can read the file. */
export function readOrCreate(dataDir, name, make) {
  const path = join(dataDir, name);
  try {
    // For root, other users can traverse the directory, because PostgreSQL then runs as another user.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    if (read(path) === "") writeOnce(path, `${make()}\n`);
    return read(path);
  } catch (error) {
    if (error.code === "ENOTDIR" || error.code === "EEXIST")
      throw new Error(`DATA_DIR ${dataDir} is a file: choose another.`);
    throw new Error(`${path} could not be written (${error.code}): choose another DATA_DIR.`);
  }
}

// Written to a draft and linked atomically, so that a kill leaves no partial file.
function writeOnce(path, text) {
  const draft = `${path}.new-${process.pid}`;
  const file = openSync(draft, "w", 0o600);
  writeFileSync(file, text);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (read(path) === "") renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error.code === "ENOENT") return "";
    throw error;
  }
}
