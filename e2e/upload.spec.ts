import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { json, type Reply } from "../lib/testing/fault-replies";
import { startFaultUpstream } from "../lib/testing/fault-upstream";
import { campaign, healthyPlatform } from "../lib/testing/healthy-platform";
import { cookieHeader, signEverybodyIn } from "./support/people";
import { appProcess, startProduct } from "./support/product";

const mebibyte = 1024 * 1024;
const path = `/api/v1/campaigns/${campaign}/contacts/upload`;

// On a product of its own: pages that others load would count as memory of the upload.
test("a 120 MiB contact list arrives whole, and the gateway's memory does not grow with it", async () => {
  const platform = await startFaultUpstream(healthyPlatform);
  platform.answerAtOnce(takeSlowly);
  const product = await startProduct({ VOICE_API_BASE_URL: platform.baseUrl, VOICE_API_KEY: "upload_key_5c1d" });
  try {
    const { campaign_manager } = await signEverybodyIn(product.setupUrl ?? "");
    const cookie = cookieHeader(campaign_manager);
    const server = appProcess(product.pid);

    const small = await peakWhile(server, () => sendFile(product.origin, cookie, 24));
    const large = await peakWhile(server, () => sendFile(product.origin, cookie, 120));

    expect(large.result.arrived).toBe(large.result.sent);
    console.log(
      `gateway: ${small.peakMiB.toFixed(0)} MiB at its peak with 24 MiB, ${large.peakMiB.toFixed(0)} with 120`,
    );
    // Passed on, the large list costs some 25 MiB more than the small one; held in memory, it costs 80 to 110.
    expect(large.peakMiB - small.peakMiB).toBeLessThan(64);
  } finally {
    await product.stop();
    await platform.close();
  }
});

/** Slower than the file is sent, so that whoever passes it on must hold the sender back. */
const takeSlowly: Reply = async (incoming, response) => {
  if (!incoming.url?.endsWith("/contacts/upload")) return healthyPlatform(incoming, response);
  const hash = createHash("sha256");
  for await (const chunk of incoming) {
    hash.update(chunk);
    await sleep((chunk.length / mebibyte) * 20);
  }
  json(200, { success: true, message: "Taken", data: { sha256: hash.digest("hex") } })(incoming, response);
};

/** Sends a form with a file that is made as it leaves, and answers the hash of what was sent and of what arrived. */
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
  return { sent: hash.digest("hex"), arrived: JSON.parse(answer).raw?.data?.sha256 ?? answer };
}

async function peakWhile<Result>(pid: number, work: () => Promise<Result>) {
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
