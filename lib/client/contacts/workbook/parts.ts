import { BlobReader, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { Problem } from "@/lib/contract/problem";
import { damaged, notExcel, protectedOrOld } from "./refusals";

/** One file inside the workbook's zip. */
export type Part = { path: string; bytes: number; entry: FileEntry };

/** By path, in lower case and without a leading slash. */
export type Parts = ReadonlyMap<string, Part>;

const mostParts = 10_000;

/** Lists what is in the zip. Nothing is unpacked yet. */
export async function openParts(file: Blob): Promise<Parts> {
  await refuseOthers(file);
  const parts = new Map<string, Part>();
  try {
    const zip = new ZipReader(new BlobReader(file), { useWebWorkers: false, checkCrc32: true, strictness: "tolerant" });
    for await (const entry of zip.getEntriesGenerator()) {
      if (parts.size >= mostParts) throw damaged();
      if (entry.directory) continue;
      if (entry.encrypted) throw protectedOrOld();
      const path = entry.filename.replaceAll("\\", "/").replace(/^\/+/, "");
      parts.set(keyOf(path), { path, bytes: entry.uncompressedSize, entry });
    }
  } catch (error) {
    throw error instanceof Problem ? error : damaged(error);
  }
  return parts;
}

export const partAt = (parts: Parts, path: string) => parts.get(keyOf(path));

const keyOf = (path: string) => path.replace(/^\/+/, "").toLowerCase();

async function refuseOthers(file: Blob) {
  const [a, b, c, d] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0) throw protectedOrOld();
  if (a !== 0x50 || b !== 0x4b) throw notExcel();
}
