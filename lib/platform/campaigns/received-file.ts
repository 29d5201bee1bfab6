import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { ApiError } from "@/lib/platform/http/api-error";

export type ReceivedFile = {
  filename: string;
  /** The file's text. Ends only when the whole request has arrived and is valid. */
  text: AsyncIterable<string>;
  /** Size and hash of the bytes read so far. Complete once `text` has ended. */
  digest: () => { bytes: number; sha256: string };
};

type Limits = { maxBytes: number };
type Consume<Result> = (file: ReceivedFile) => Promise<Result>;

/** Streams the single file of a multipart request to `consume`, with backpressure. */
export async function receiveFile<Result>(request: IncomingMessage, limits: Limits, consume: Consume<Result>) {
  const form = openForm(request);
  const { first, whole } = readParts(request, form);
  request.pipe(form);
  try {
    const part = await first;
    if (!part) throw noFile();
    return await consume(createFile(part.stream, part.filename, limits, whole));
  } finally {
    request.unpipe(form);
  }
}

export function receiveText<Result>(request: IncomingMessage, limits: Limits, consume: Consume<Result>) {
  return consume(createFile(request, "contacts.csv", limits, Promise.resolve()));
}

function openForm(request: IncomingMessage) {
  const { "content-type": type = "", ...headers } = request.headers;
  try {
    return new Busboy({
      headers: { ...headers, "content-type": type },
      limits: { files: 1, fields: 20, fieldSize: 10_000, headerPairs: 20 },
      isPartAFile: (name, _type, filename) => name === "file" || filename !== undefined,
    });
  } catch {
    throw new ApiError("not_multipart", "Send the file as multipart/form-data, in one part named “file”.");
  }
}

type Part = { stream: Readable; filename: string };

function readParts(request: IncomingMessage, form: Busboy) {
  let stream: Readable | undefined;
  let refusal: ApiError | undefined;

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
      refusal ??= new ApiError("more_than_one_file", "Send one file at a time; there were more.");
    });
    form.on("finish", () => (refusal ? reject(refusal) : resolve()));
    const failIncomplete = () => fail(new ApiError("not_multipart", "The multipart form breaks off before its end."));
    form.on("error", failIncomplete);
    // For a part whose header is not closed, the parser waits forever without an error.
    form.once("prefinish", () => {
      if (stream && !stream.readableEnded) stream.once("end", () => afterQueue(failIncomplete));
      else afterQueue(failIncomplete);
    });
    request.on("close", () => {
      if (!request.complete) fail(new Error("The upload was cut off."));
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
        throw new ApiError("not_csv", "The file is not CSV text in UTF-8.");
      }
    };
    // A refused file must not close the connection, because the sender still needs the answer.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      hash.update(chunk);
      yield decode(chunk);
    }
    yield decode();
    await whole;
  }
  return { filename, text: text(), digest: () => ({ bytes, sha256: hash.copy().digest("hex") }) };
}

const noFile = () => new ApiError("no_file", "Send a CSV file in a part named “file”; there was none.");

const tooLarge = (maxBytes: number) =>
  new ApiError("file_too_large", `The file is larger than ${maxBytes} bytes.`, { max_bytes: maxBytes });
