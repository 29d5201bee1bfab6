import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { ApiError } from "@/lib/platform/http/api-error";

export type ReceivedFile = {
  filename: string;
  /** The file's text. It ends only when the whole request has arrived and held nothing else that matters. */
  text: AsyncIterable<string>;
  /** What was read so far: all of it once the text has ended. */
  digest: () => { bytes: number; sha256: string };
};

type Limits = { maxBytes: number };
type Consume<Result> = (file: ReceivedFile) => Promise<Result>;

/** Hands on the one file of a multipart request as it arrives, no faster than it is consumed. */
export async function receiveFile<Result>(request: IncomingMessage, limits: Limits, consume: Consume<Result>) {
  const form = openForm(request);
  const { first, whole } = partsOf(request, form);
  request.pipe(form);
  try {
    const part = await first;
    if (!part) throw noFile();
    return await consume(reading(part.stream, part.filename, limits, whole));
  } finally {
    request.unpipe(form);
  }
}

/** The same for a request whose body is the file itself. */
export function receiveText<Result>(request: IncomingMessage, limits: Limits, consume: Consume<Result>) {
  return consume(reading(request, "contacts.csv", limits, Promise.resolve()));
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

function partsOf(request: IncomingMessage, form: Busboy) {
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
    const breakOff = () => fail(new ApiError("not_multipart", "The multipart form breaks off before its end."));
    form.on("error", breakOff);
    // A part whose header is not closed leaves the parser waiting, without an error, for what cannot come any more.
    form.once("prefinish", () => {
      if (stream && !stream.readableEnded) stream.once("end", () => afterQueue(breakOff));
      else afterQueue(breakOff);
    });
    request.on("close", () => {
      if (!request.complete) fail(new Error("The upload was cut off."));
    });
  });
  // Whoever reads the file learns of a failure there; nobody may be reading yet.
  whole.catch(() => {});
  return { first: Promise.race([first, whole.then(() => first)]), whole };
}

/** The parser tells its end a turn after the last part's; what ended before is not undone by what comes later. */
const afterQueue = (then: () => void) => setImmediate(() => setImmediate(then));

function reading(stream: Readable, filename: string, { maxBytes }: Limits, whole: Promise<void>): ReceivedFile {
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
    // A refused file must not take the connection with it: the sender is owed an answer.
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
