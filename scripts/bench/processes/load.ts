import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dispatcher, Pool } from "undici";
import { answerRequests } from "./answering";

export type Target = { origin: string; path: string; headers: Record<string, string> };

const answers = { gets, oneByOne, upload };
export type LoadAnswers = typeof answers;

answerRequests(answers);

/** Sends as many reads as possible in `ms`, with one request at a time per connection. */
async function gets({ origin, path, headers, connections, ms }: Target & { connections: number; ms: number }) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const startedMs = performance.now();
  let requests = 0;
  const sendRequests = async () => {
    while (performance.now() - startedMs < ms) {
      const status = await statusOf(pool, { method: "GET", path, headers });
      if (status !== 200) throw new Error(`${origin}${path} answered ${status}.`);
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, sendRequests));
  const seconds = (performance.now() - startedMs) / 1000;
  await pool.close();
  return { requests, seconds };
}

/** Measures single reads with pauses between them, with any status. */
async function oneByOne({ origin, path, headers, ms, pauseMs }: Target & { ms: number; pauseMs: number }) {
  const pool = new Pool(origin, { connections: 1 });
  const untilMs = performance.now() + ms;
  const timesMs: number[] = [];
  let status = 0;
  while (performance.now() < untilMs) {
    const startedMs = performance.now();
    status = await statusOf(pool, { method: "GET", path, headers });
    timesMs.push(performance.now() - startedMs);
    await sleep(pauseMs);
  }
  await pool.close();
  return { timesMs, status };
}

/** Sends one large body with backpressure. */
async function upload({ origin, path, headers, bytes }: Target & { bytes: number }) {
  const pool = new Pool(origin, { connections: 1, headersTimeout: 0, bodyTimeout: 0 });
  const block = Buffer.alloc(65_536, "+4915112345678,Autumn renewals\n");
  let left = bytes;
  const body = new Readable({
    highWaterMark: 4 * block.length,
    read() {
      const size = Math.min(left, block.length);
      left -= size;
      this.push(size === 0 ? null : block.subarray(0, size));
    },
  });
  const startedMs = performance.now();
  const whole = { ...headers, "content-type": "multipart/form-data; boundary=bench", "content-length": String(bytes) };
  const status = await statusOf(pool, { method: "POST", path, headers: whole, body });
  const seconds = (performance.now() - startedMs) / 1000;
  await pool.close();
  if (status !== 200) throw new Error(`${origin}${path} answered the upload with ${status}.`);
  return { seconds };
}

// undici's lowest-level call, because the load shares the processor with the measured process.
const statusOf = (pool: Pool, options: Dispatcher.DispatchOptions) =>
  new Promise<number>((resolve, reject) => {
    let status = 0;
    pool.dispatch(options, {
      onRequestStart() {},
      onResponseStart(_controller, code) {
        status = code;
      },
      onResponseData() {},
      onResponseEnd: () => resolve(status),
      onResponseError: (_controller, error) => reject(error),
    });
  });
