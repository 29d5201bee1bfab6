import { randomUUID } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { Problem, refused } from "@/lib/contract/problem";
import { quoted } from "@/lib/format/csv";
import type { UploadRecord } from "@/lib/gateway/gateway-console";
import type { FileBody } from "@/lib/gateway/upstream";
import { FileFault } from "@/lib/http/file-fault";
import { type ReceivedFile, receiveFile, receiveText } from "@/lib/http/form-file";
import { digitsWithoutCode, numberOf } from "@/lib/numbers/read-number";
import { contactRows } from "./contact-rows";
import { freeBytesIn, HeldFile } from "./held-file";
import { RowNumbers, type RowRefusals, refuseRows } from "./list-refusals";
import { type UploadSpeed, watchUploadSpeed } from "./upload-speed";

/** The body of an upload. `left` aborts if its sender leaves, and `signal` if it may no longer send, with a Problem as reason. */
export type IncomingList = {
  stream: Readable;
  contentType: string;
  contentLength: number;
  left: AbortSignal;
  signal: AbortSignal | undefined;
};

export type ContactGateOptions = {
  speed: UploadSpeed;
  /** Where lists wait. It needs as much room as the lists of eight uploads. */
  directory: string;
  /** Positions of the numbers that must not be called. */
  blockedAmong(numbers: readonly string[]): Promise<readonly number[]>;
  /** A text that changes whenever a number is blocked. */
  newestBlock(): Promise<string>;
  /** Gets all numbers with their rows before the list is sent. */
  record?: Pick<UploadRecord, "compare" | "begin"> | undefined;
};

/** A list that was read and compared, as it is sent. `close` removes it. */
export type HeldList = FileBody & {
  /** The name in the form; empty for a body without one. */
  name: string;
  rows: number;
  sha256: string;
  close(): Promise<void>;
};

/** The database makes itself read-only with less free space than this. */
const spareBytes = 256 * 1024 * 1024;
/** Written again, a list can only grow by a plus for each number and by quotation marks. */
const growth = 1.5;
const comparedAtOnce = 5_000;

/**
 * Reads a whole contact list, and compares it with the do-not-call list, before its first byte goes to the platform. Throws
 * a Problem if any row has no number or must not be called. What is sent is what was read.
 */
export async function holdList(list: IncomingList, options: ContactGateOptions): Promise<HeldList> {
  const { directory, speed } = options;
  const { contentLength } = list;
  if ((await freeBytesIn(directory)) < contentLength * growth + spareBytes) throw noRoom();
  const held = await HeldFile.create(directory);
  const body = endable(list, speed);
  try {
    const isForm = /^multipart\//i.test(list.contentType);
    const receive = isForm ? receiveFile : receiveText;
    const { name, rows } = await receive(body, { maxBytes: contentLength }, (file) => readList(file, held, options));
    const read = { name, rows, sha256: held.sha256() };
    return { ...(isForm ? asForm(held, name, list) : asText(held, list)), ...read };
  } catch (error) {
    await held.close();
    throw problemOf(body.ending() ?? error);
  } finally {
    body.stop();
  }
}

/** Ends the body when its sender leaves, may no longer send, or is too slow. */
function endable({ stream, contentType, left, signal }: IncomingList, speed: UploadSpeed) {
  let ending: Problem | undefined;
  const read = new PassThrough();
  const end = (problem: Problem) => {
    ending ??= problem;
    stream.unpipe(read);
    read.destroy();
  };
  const stopWatching = watchUploadSpeed(stream, speed, end);
  // The body itself cannot be ended: its rest is drained so that the sender can read the answer.
  stream.pipe(read);
  const ends = AbortSignal.any(signal ? [left, signal] : [left]);
  const onAbort = () => end(refused(ends.reason.code, ends.reason.message));
  if (ends.aborted) onAbort();
  ends.addEventListener("abort", onAbort);
  return {
    stream: read,
    contentType,
    isCutOff: () => ending !== undefined,
    ending: () => ending,
    stop() {
      stopWatching();
      ends.removeEventListener("abort", onAbort);
    },
  };
}

async function readList(file: ReceivedFile, held: HeldFile, options: ContactGateOptions) {
  const { blockedAmong, newestBlock, record } = options;
  const newest = await newestBlock();
  const refusals: RowRefusals = { blocked: new RowNumbers(), unread: new RowNumbers() };
  let numbers: string[] = [];
  let numberRows: number[] = [];
  let rows = 0;
  const compare = async () => {
    const blocked = await (record ? record.compare(numbers, numberRows) : blockedAmong(numbers));
    for (const position of blocked) refusals.blocked.add(numberRows[position] ?? 0);
    rows += numbers.length;
    numbers = [];
    numberRows = [];
  };
  await held.write("phone_number,name\r\n");
  for await (const read of contactRows(file.text)) {
    let text = "";
    for (const { row, phone, name } of read) {
      const number = numberOf(phone);
      if (number === undefined || !isUnmistakable(phone)) refusals.unread.add(row);
      if (number === undefined) continue;
      text += `${number},${quoted(name)}\r\n`;
      numbers.push(number);
      numberRows.push(row);
    }
    await held.write(text);
    if (numbers.length >= comparedAtOnce) await compare();
  }
  if (numbers.length > 0) await compare();
  refuseRows(refusals);
  await held.flush();
  await compareAgain(held, options, newest);
  return { name: file.filename, rows };
}

/**
 * Digits without a plus may be a number of the platform's own country. Words can have digits that are part of no number:
 * "+49 30 901820173 2nd floor".
 */
const isUnmistakable = (phone: string) =>
  !/\p{L}/u.test(phone) && (phone.startsWith("+") || digitsWithoutCode(phone) === undefined);

/** A slow upload takes an hour. Somebody whose row was compared at its beginning may have been blocked since. */
async function compareAgain(held: HeldFile, options: ContactGateOptions, newest: string): Promise<void> {
  const newestNow = await options.newestBlock();
  if (newestNow === newest) return;
  let numbers: string[] = [];
  const compare = async () => {
    if ((await options.blockedAmong(numbers)).length > 0) throw blockedMeanwhile();
    numbers = [];
  };
  for await (const rows of contactRows(held.text())) {
    numbers.push(...rows.map(({ phone }) => phone));
    if (numbers.length >= comparedAtOnce) await compare();
  }
  if (numbers.length > 0) await compare();
  await compareAgain(held, options, newestNow);
}

type Body = Omit<HeldList, "name" | "rows" | "sha256">;

function asText(held: HeldFile, list: IncomingList): Body {
  return { ...bodyOf(held, list, "", ""), contentType: "text/csv" };
}

function asForm(held: HeldFile, fileName: string, list: IncomingList): Body {
  const boundary = randomUUID();
  const name = fileName.replace(/["\r\n\\]/g, "_");
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`;
  return {
    ...bodyOf(held, list, head, `\r\n--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

function bodyOf(held: HeldFile, { left }: IncomingList, head: string, tail: string) {
  async function* whole() {
    if (head) yield Buffer.from(head);
    yield* held.read();
    if (tail) yield Buffer.from(tail);
  }
  const stream = Readable.from(whole(), { objectMode: false });
  let isBrokenOff = false;
  const breakOff = () => {
    if (stream.readableEnded) return;
    isBrokenOff = true;
    stream.destroy(new Error("The sender left."));
  };
  if (left.aborted) breakOff();
  left.addEventListener("abort", breakOff);
  return {
    stream,
    isBrokenOff: () => isBrokenOff,
    contentLength: Buffer.byteLength(head) + held.bytes + Buffer.byteLength(tail),
    async close() {
      left.removeEventListener("abort", breakOff);
      stream.destroy();
      await held.close();
    },
  };
}

function problemOf(error: unknown): unknown {
  if (error instanceof FileFault)
    return refused(error.code === "file_too_large" ? "too_large" : "bad_input", `${error.message} Nothing was sent.`);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT" ? noRoom() : error;
}

const blockedMeanwhile = () =>
  refused(
    "blocked_people",
    "Somebody in this list was put on the do-not-call list while it was uploaded. Nothing was sent. Upload it again to see the row.",
  );

const noRoom = () =>
  new Problem("disk_full", "The disk has no room to check this list. Nothing was sent. Ask an admin to free space.", {
    outcome: "refused",
  });
