import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { refused } from "@/lib/contract/problem";
import type { Disk } from "./disk";
import type { NewArrival } from "./store-arrival";

const suffix = ".arrival";

/**
 * Arrivals on disk while the database is away, one file each. `write` resolves once the file is durable; `drain` hands them on in
 * the order of arrival, and removes each once `keep` has stored it. A full disk takes no more: the sender is told to send it again.
 */
export function createSpool(directory: string, disk: Pick<Disk, "isFull">) {
  let count = 0;

  async function write(arrival: NewArrival): Promise<void> {
    if (disk.isFull()) throw refused("disk_full", "No event can be stored: the disk is full.");
    await mkdir(directory, { recursive: true, mode: 0o700 });
    count += 1;
    const { body, ...head } = arrival;
    const name = `${String(arrival.at.getTime()).padStart(15, "0")}-${String(count).padStart(9, "0")}-${arrival.id}`;
    const path = join(directory, name);
    const line = Buffer.from(`${JSON.stringify(head)}\n`);
    await writeDurably(path, Buffer.concat([line, body]));
    await rename(path, path + suffix);
    await syncDirectory(directory);
  }

  async function drain(keep: (arrival: NewArrival) => Promise<unknown>): Promise<number> {
    const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith(suffix)).toSorted();
    for (const name of names) {
      await keep(arrivalIn(await readFile(join(directory, name))));
      await rm(join(directory, name), { force: true });
    }
    return names.length;
  }

  return { write, drain };
}

async function writeDurably(path: string, bytes: Buffer) {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name of a file durable. */
async function syncDirectory(directory: string) {
  const handle = await open(directory, "r");
  await handle.sync().finally(() => handle.close());
}

function arrivalIn(bytes: Buffer): NewArrival {
  const end = bytes.indexOf("\n");
  const head = JSON.parse(bytes.subarray(0, end).toString("utf8"));
  return { ...head, at: new Date(head.at), body: bytes.subarray(end + 1) };
}
