import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable, Writable } from "node:stream";
import { Reader, TextReader, TextWriter, ZipReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { fileFaultCode, readFault } from "./file-fault";
import { damaged, type Manifest, manifestName, memberOf, parseManifest, type TableCopy } from "./manifest";

const options = { useWebWorkers: false };

/** A ZIP with a member for each table and the manifest at its end. Memory does not grow with the size of the members. */
export function createBackupFile(path: string) {
  const file = createWriteStream(path, { mode: 0o600 });
  const zip = new ZipWriter(Writable.toWeb(file), { ...options, zip64: true });
  return {
    /** Resolves to the hash of the member. */
    async add(name: string, content: Readable): Promise<string> {
      const hash = createHash("sha256");
      await zip.add(
        name,
        Readable.toWeb(Readable.from(hashed(content, hash), { objectMode: false })) as ReadableStream,
      );
      return hash.digest("hex");
    },
    async finish(manifest: Manifest) {
      await zip.add(manifestName, new TextReader(JSON.stringify(manifest, null, 2)));
      await zip.close();
    },
    abort: () => file.destroy(),
  };
}

async function* hashed(content: Readable, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Reads parts of a file, so that the file is never in memory as a whole. */
class PartReader extends Reader<FileHandle> {
  constructor(
    private readonly file: FileHandle,
    override readonly size: number,
  ) {
    super(file);
  }

  override async readUint8Array(offset: number, length: number) {
    const part = new Uint8Array(Math.min(length, this.size - offset));
    await this.file.read(part, 0, part.length, offset);
    return part;
  }
}

export type BackupFile = Awaited<ReturnType<typeof openBackup>>;

/** Opens a backup. Throws a sentence if it is no whole backup of a known format. */
export async function openBackup(path: string) {
  const refuseRead = (error: unknown) => {
    throw readFault(path, fileFaultCode(error) ?? String(error));
  };
  const file = await open(path, "r").catch(refuseRead);
  try {
    if ((await file.stat()).isDirectory()) throw readFault(path, "EISDIR");
    const { size } = await file.stat();
    const kind = await otherKindOf(file).catch(refuseRead);
    if (kind) throw new Error(`${path} ${kind}`);
    const entries = await new ZipReader(new PartReader(file, size), options).getEntries().catch(() => []);
    const names = entries.map(({ filename }) => filename);
    if (names.length > 0 && !names.includes(manifestName)) throw new Error(`${path} ${otherZip(names, manifestName)}`);
    const refuseDamaged = (error: unknown) => {
      const code = fileFaultCode(error);
      throw code === undefined ? damaged() : readFault(path, code);
    };
    const entryOf = (name: string) => {
      const entry = entries.find(({ filename }) => filename === name);
      if (!entry || entry.directory) throw damaged();
      return entry;
    };
    const text = await entryOf(manifestName).getData(new TextWriter()).catch(refuseDamaged);
    const manifest = parseManifest(text);
    return {
      manifest,
      size,
      copyTo: (table: TableCopy, into: Writable) => entryOf(memberOf(table)).getData(Writable.toWeb(into)),
      refuseDamaged,
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads each member. Throws if one is not as it was written. */
export async function checkMembers({ manifest, copyTo, refuseDamaged }: BackupFile) {
  for (const table of manifest.tables) {
    const hash = createHash("sha256");
    const into = new Writable({
      write(chunk, _encoding, done) {
        hash.update(chunk);
        done();
      },
    });
    await copyTo(table, into).catch(refuseDamaged);
    if (hash.digest("hex") !== table.sha256) throw damaged();
  }
}

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
async function otherKindOf(file: FileHandle): Promise<string | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0);
  const text = buffer.toString("latin1", 0, bytesRead);
  const isStart = (start: string) => text.startsWith(start);
  if (zip.some(isStart)) return undefined;
  const kind = starts.find(([each]) => each.some(isStart)) ?? texts.find(([pattern]) => pattern.test(text));
  return kind?.[1] ?? "is not a ZIP: it is another file, or was altered. Copy the backup again.";
}

/** A sentence about a ZIP that has no manifest at its place. */
function otherZip(names: readonly string[], manifestName: string): string {
  if (names.some((name) => name.endsWith(`/${manifestName}`)))
    return "was unpacked and packed again, with a folder inside. Restore the file as it was written.";
  if (names.some((name) => name.endsWith(".zip"))) return `is a ZIP with a ZIP inside. ${unpackFirst}`;
  return `is a ZIP of something else. ${notOne}`;
}
