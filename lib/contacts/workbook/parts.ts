import { BlobReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { Problem } from "@/lib/contract/problem";
import { damaged, protectedWorkbook } from "./workbook-types";

export type Part = {
  path: string;
  bytes: number;
  packedBytes: number;
  unpack: (into: WritableStream<Uint8Array>, signal: AbortSignal | undefined) => Promise<unknown>;
};

/** Parts by path, in lower case and without a leading slash. */
export type PackageParts = ReadonlyMap<string, Part>;

const maxParts = 10_000;

/** Lists the parts of a zip without unpacking them. */
export async function openParts(file: Blob): Promise<PackageParts> {
  const parts = new Map<string, Part>();
  try {
    const zip = new ZipReader(new BlobReader(file), { useWebWorkers: false, checkCrc32: true, strictness: "tolerant" });
    for await (const entry of zip.getEntriesGenerator()) {
      if (parts.size >= maxParts) throw damaged();
      if (entry.directory) continue;
      if (entry.encrypted) throw protectedWorkbook();
      const path = entry.filename.replaceAll("\\", "/").replace(/^\/+/, "");
      parts.set(keyOf(path), {
        path,
        bytes: entry.uncompressedSize,
        packedBytes: Math.min(entry.compressedSize, file.size),
        unpack: (into, signal) => entry.getData(into, { signal }),
      });
    }
  } catch (error) {
    throw error instanceof Problem ? error : damaged(error);
  }
  return parts;
}

export const findPart = (parts: PackageParts, path: string) => parts.get(keyOf(path));

const keyOf = (path: string) => path.replace(/^\/+/, "").toLowerCase();
