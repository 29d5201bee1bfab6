import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { expect, test } from "vitest";
import { secret } from "@/lib/testing/backup";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { testFolder } from "@/lib/testing/test-folder";
import { openBackup } from "./backup-file";
import { writeBackup } from "./write-backup";

const folder = testFolder("backup");
const good = join(folder, "good.zip");
await writeBackup({ url: (await freshDatabase()).url, secret, path: good });
const bytes = readFileSync(good);

async function zipOf(members: Record<string, Uint8Array>) {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(members)) await zip.add(name, new Uint8ArrayReader(content));
  return zip.close();
}

const refusal = (path: string) =>
  openBackup(path).then(
    () => "opened",
    (error: Error) => error.message.replace(path, "FILE"),
  );

test.each<[string, () => Uint8Array | string | Promise<Uint8Array>, RegExp]>([
  ["an empty file", () => "", /^FILE is empty\./],
  [
    "a backup that was compressed again",
    () => gzipSync(bytes),
    /^FILE is compressed with gzip \(\.gz\)\. Unpack it first/,
  ],
  [
    "a web page",
    () => "<!DOCTYPE html>\n<html><title>Sign in</title>",
    /^FILE is a web page, .* Download the backup again\.$/,
  ],
  ["an answer of a storage service", () => '<?xml version="1.0"?><Error>', /^FILE is an XML document/],
  ["a dump in text", () => "--\n-- PostgreSQL database dump\n--\n", /^FILE is a dump of pg_dump\./],
  ["a dump in pg_dump's format", () => "PGDMP\x01", /^FILE is a dump of pg_dump\./],
  ["a tar archive", () => `${"a".padEnd(257, "\0")}ustar`, /^FILE is a tar archive\. Unpack it first/],
  ["an encrypted file", () => "-----BEGIN PGP MESSAGE-----", /^FILE is encrypted\. Decrypt it first\.$/],
  ["another file", () => "hello", /^FILE is not a ZIP: it is another file, or was altered\./],
  ["a ZIP with the backup inside", () => zipOf({ "switchboard.zip": bytes }), /^FILE is a ZIP with a ZIP inside\./],
  [
    "a backup that was packed again",
    () => zipOf({ "backup/manifest.json": Buffer.from("{}") }),
    /^FILE was unpacked and packed again, with a folder inside\./,
  ],
  ["another ZIP", () => zipOf({ "word/document.xml": Buffer.from("x") }), /^FILE is a ZIP of something else\./],
])("names %s", async (name, content, sentence) => {
  const path = join(folder, name.replaceAll(/\W/g, "-"));
  writeFileSync(path, await content());
  expect(await refusal(path)).toMatch(sentence);
});

test("names a folder, as an unpacked backup is, and a file that does not exist", async () => {
  const path = join(folder, "unpacked");
  mkdirSync(path);
  expect(await refusal(path)).toBe("FILE is a folder. Enter the name of the ZIP that is the backup; do not unpack it.");
  expect(await refusal(join(folder, "none.zip"))).toBe("FILE does not exist. Check its name.");
  expect(await refusal(good)).toBe("opened");
});
