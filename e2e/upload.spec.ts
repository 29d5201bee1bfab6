import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { json, type Reply } from "../lib/testing/fault-replies";
import { campaign, healthyPlatform } from "../lib/testing/healthy-platform";
import { cookieHeader } from "./support/people";
import { appProcess } from "./support/product";
import { expect, test } from "./support/test";

const mebibyte = 1024 * 1024;
const path = `/api/v1/campaigns/${campaign}/contacts/upload`;

test("passes a 120 MiB contact list on without holding it in memory", async ({ stage }) => {
  const { platform, product, cookies } = stage;
  platform.answerAtOnce(readSlowly);
  const cookie = cookieHeader(cookies.campaign_manager);
  const server = appProcess(product.pid);

  const small = await peakDuring(server, () => sendFile(product.origin, cookie, 24));
  const large = await peakDuring(server, () => sendFile(product.origin, cookie, 120));

  expect(large.result.received).toBe(large.result.sent);
  console.log(`gateway: peak ${small.peakMiB.toFixed(0)} MiB with 24 MiB, ${large.peakMiB.toFixed(0)} with 120`);
  // A stream needs some 25 MiB more for the large list. Holding it in memory would need 80 to 110.
  expect(large.peakMiB - small.peakMiB).toBeLessThan(64);
});

/** Reads slower than the file is sent, so the gateway must apply back pressure. */
const readSlowly: Reply = async (incoming, response) => {
  if (!incoming.url?.endsWith("/contacts/upload")) return healthyPlatform(incoming, response);
  const hash = createHash("sha256");
  for await (const chunk of incoming) {
    hash.update(chunk);
    await sleep((chunk.length / mebibyte) * 20);
  }
  json(200, { success: true, message: "Taken", data: { sha256: hash.digest("hex") } })(incoming, response);
};

/** Sends a form with a file that is generated while it is sent. Returns the hashes of the sent and the received bytes. */
async function sendFile(origin: string, cookie: string, mebibytes: number) {
  const begin = '--b\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\n\r\n';
  const end = "\r\n--b--\r\n";
  const hash = createHash("sha256");
  function* form() {
    yield Buffer.from(begin);
    for (let block = 0; block < mebibytes * 16; block += 1) yield Buffer.alloc(mebibyte / 16, `+1${block},A\r\n`);
    yield Buffer.from(end);
  }
  async function* hashed(blocks: AsyncIterable<Buffer>) {
    for await (const block of blocks) {
      hash.update(block);
      yield block;
    }
  }
  const sending = request(origin + path, {
    method: "POST",
    headers: {
      cookie,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": begin.length + mebibytes * mebibyte + end.length,
      "sec-fetch-site": "same-origin",
      "x-switchboard": "1",
    },
  });
  const [[response]] = await Promise.all([
    once(sending, "response") as Promise<[IncomingMessage]>,
    pipeline(Readable.from(form()), hashed, sending),
  ]);
  const answer = await text(response);
  return { sent: hash.digest("hex"), received: JSON.parse(answer).raw?.data?.sha256 ?? answer };
}

async function peakDuring<Result>(pid: number, work: () => Promise<Result>) {
  let peakMiB = residentMiB(pid);
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(pid));
  }, 50);
  try {
    const result = await work();
    return { result, peakMiB: Math.max(peakMiB, residentMiB(pid)) };
  } finally {
    clearInterval(watch);
  }
}

const residentMiB = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
