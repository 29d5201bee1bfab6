import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Preview } from "@/lib/contacts/engine";
import type { Format, Mapping } from "@/lib/contacts/plan";

const storageKey = "import-columns";
const maxHeaders = 30;

export function rememberColumns({ columns }: Preview, { hasHeader }: Format, mapping: Mapping): void {
  if (!hasHeader) return;
  const header = hashOf(columns);
  const others = [...remembered()].filter(([other]) => other !== header);
  try {
    localStorage.setItem(storageKey, JSON.stringify([[header, mapping], ...others].slice(0, maxHeaders)));
  } catch {
    // Without storage nothing is proposed next time.
  }
}

/** Proposes the columns of the last list with the same header row. A person must still confirm them. */
export function withRememberedColumns(preview: Preview, { hasHeader }: Format): Preview {
  const mapping = hasHeader ? remembered().get(hashOf(preview.columns)) : undefined;
  if (!mapping || JSON.stringify(mapping) === JSON.stringify(preview.mapping)) return preview;
  return { ...preview, mapping, isCertain: false, isRemembered: true, guessed: { phone: true, name: true } };
}

const hashOf = (columns: Preview["columns"]) =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify(columns.map(({ name }) => name.trim().toLowerCase())))));

/** Column positions by the hash of a header row. No text of a file is stored. */
function remembered(): ReadonlyMap<string, Mapping> {
  try {
    return new Map(JSON.parse(localStorage.getItem(storageKey) ?? "[]"));
  } catch {
    return new Map();
  }
}
