import type { FileHandle } from "node:fs/promises";

const notOne = "It is not a backup of Switchboard.";
const unpackFirst = "Unpack it first, and restore the ZIP that is inside.";
const zip = ["PK\x03\x04", "PK\x05\x06"];

/** Starts of files that people take for a backup, in Latin-1. */
const starts: [string[], string][] = [
  [["\x1f\x8b"], `is compressed with gzip (.gz). ${unpackFirst}`],
  [["BZh", "\xfd7zXZ", "\x28\xb5\x2f\xfd", "7z\xbc\xaf", "Rar!"], `is compressed. ${unpackFirst}`],
  [["PGDMP"], `is a dump of pg_dump. ${notOne}`],
  [["-----BEGIN PGP", "age-encryption.org"], "is encrypted. Decrypt it first."],
];

const texts: [RegExp, string][] = [
  [/^$/, "is empty. Copy the file again, or restore another backup."],
  [/^.{257}ustar/s, `is a tar archive. ${unpackFirst}`],
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body|!--)/i,
    "is a web page, perhaps a sign-in page that was saved in its place. Download the backup again.",
  ],
  [/^\s*<\?xml/, "is an XML document, perhaps an error of the storage that holds it. Download the backup again."],
  [/^.{0,200}PostgreSQL database (?:cluster )?dump/s, `is a dump of pg_dump. ${notOne}`],
];

/** A sentence about a file that does not begin as a ZIP; undefined for a ZIP. */
export async function otherKindOf(file: FileHandle): Promise<string | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0);
  const text = buffer.toString("latin1", 0, bytesRead);
  const isStart = (start: string) => text.startsWith(start);
  if (zip.some(isStart)) return undefined;
  const kind = starts.find(([each]) => each.some(isStart)) ?? texts.find(([pattern]) => pattern.test(text));
  return kind?.[1] ?? "is not a ZIP: it is another file, or was altered. Copy the backup again.";
}

/** A sentence about a ZIP that has no manifest at its place. */
export function otherZip(names: readonly string[], manifestName: string): string {
  if (names.some((name) => name.endsWith(`/${manifestName}`)))
    return "was unpacked and packed again, with a folder inside. Restore the file as it was written.";
  if (names.some((name) => name.endsWith(".zip"))) return `is a ZIP with a ZIP inside. ${unpackFirst}`;
  return `is a ZIP of something else. ${notOne}`;
}
