import { createHash } from "node:crypto";
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// A fixed amount of work like that of tests: arithmetic, objects, strings and a synced file.
const block = Buffer.alloc(1024 * 1024, 7);
const hash = createHash("sha256");
for (let count = 0; count < 150; count += 1) hash.update(block);
hash.digest();

const rows = Array.from({ length: 300_000 }, (_, nth) => ({ id: `row ${nth}`, nth }));
JSON.parse(JSON.stringify(rows));
rows.sort((one, other) => (one.id < other.id ? -1 : 1));

const folder = mkdtempSync(join(tmpdir(), "switchboard-speed-"));
const file = openSync(join(folder, "file"), "w");
for (let count = 0; count < 32; count += 1) writeSync(file, block);
fsyncSync(file);
closeSync(file);
rmSync(folder, { recursive: true });
