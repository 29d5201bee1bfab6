import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { FileFault } from "./file-fault";

export type ReceivedFile = {
  filename: string;
  /** The file's text. Ends only when the whole request has arrived and is valid. */
  text: AsyncIterable<string>;
  /** Size and hash of the bytes read so far. Complete once `text` has ended. */
  digest: () => { bytes: number; sha256: string };
};

/** The body of a request. `isCutOff`: the sender left before its end. Its stream is never destroyed here. */
export type FormBody = { stream: Readable; contentType: string; isCutOff: () => boolean };

type Limits = { maxBytes: number };
type Consume<Result> = (file: ReceivedFile) => Promise<Result>;

/** Streams the single file of a multipart body to `consume`, with backpressure. */
export async function receiveFile<Result>(body: FormBody, limits: Limits, consume: Consume<Result>) {
  const form = openForm(body);
  const { first, whole } = readParts(body, form);
  body.stream.pipe(form);
  try {
    const part = await first;
    if (!part) throw noFile();
    return await consume(createFile(part.stream, part.filename, limits, whole));
  } finally {
    body.stream.unpipe(form);
  }
}

/** The body itself is the file. */
export function receiveText<Result>({ stream }: FormBody, limits: Limits, consume: Consume<Result>) {
  return consume(createFile(stream, "contacts.csv", limits, Promise.resolve()));
}

function openForm({ contentType }: FormBody) {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { files: 1, fields: 20, fieldSize: 10_000, headerPairs: 20 },
      isPartAFile: (name, _type, filename) => name === "file" || filename !== undefined,
    });
  } catch {
    throw new FileFault("not_multipart", "Send the file as multipart/form-data, in one part named “file”.");
  }
}

type Part = { stream: Readable; filename: string };

function readParts(body: FormBody, form: Busboy) {
  let stream: Readable | undefined;
  let refusal: FileFault | undefined;

  const first = new Promise<Part | undefined>((resolve) => {
    form.on("file", (name, file, filename) => {
      stream = file.on("error", () => {});
      if (name !== "file") refusal = noFile();
      resolve({ stream: file, filename: filename?.replaceAll("\0", "") || "contacts.csv" });
    });
    form.on("finish", () => resolve(undefined));
  });
  const whole = new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      stream?.destroy(error);
      reject(error);
    };
    form.on("filesLimit", () => {
      refusal ??= new FileFault("more_than_one_file", "Send one file at a time; there were more.");
    });
    form.on("finish", () => (refusal ? reject(refusal) : resolve()));
    const failIncomplete = () => fail(new FileFault("not_multipart", "The multipart form breaks off before its end."));
    form.on("error", failIncomplete);
    // For a part whose header is not closed, the parser waits forever without an error.
    form.once("prefinish", () => {
      if (stream && !stream.readableEnded) stream.once("end", () => afterQueue(failIncomplete));
      else afterQueue(failIncomplete);
    });
    body.stream.on("close", () => {
      if (body.isCutOff()) fail(new Error("The upload was cut off."));
    });
  });
  whole.catch(ignoreDuplicate);
  return { first: Promise.race([first, whole.then(() => first)]), whole };
}

/** A reader of the file gets this error, too. Without a reader it must not be an unhandled rejection. */
const ignoreDuplicate = () => {};

/** The parser emits "finish" one turn after the last part has ended. If it does, the later failure has no effect. */
const afterQueue = (callback: () => void) => setImmediate(() => setImmediate(callback));

function createFile(stream: Readable, filename: string, { maxBytes }: Limits, whole: Promise<void>): ReceivedFile {
  const hash = createHash("sha256");
  let bytes = 0;

  async function* text() {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const decode = (chunk?: Buffer) => {
      try {
        return decoder.decode(chunk, { stream: chunk !== undefined });
      } catch {
        throw new FileFault("not_csv", "The file is not CSV text in UTF-8.");
      }
    };
    // A refused file must not close the connection, because the sender still needs the answer.
    try {
      for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        hash.update(chunk);
        yield decode(chunk);
      }
    } catch (error) {
      // The parser ends a part in its own words before the form fails with ours.
      if (!(error instanceof FileFault)) await Promise.race([whole, new Promise<void>(afterQueue)]);
      throw error;
    }
    yield decode();
    await whole;
  }
  return { filename, text: text(), digest: () => ({ bytes, sha256: hash.copy().digest("hex") }) };
}

const noFile = () => new FileFault("no_file", "Send a CSV file in a part named “file”; there was none.");

const tooLarge = (maxBytes: number) =>
  new FileFault("file_too_large", `The file is larger than ${maxBytes} bytes.`, { max_bytes: maxBytes });
