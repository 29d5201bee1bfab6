import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { contactCsv } from "../lib/testing/contact-form";
import { json, type Reply } from "../lib/testing/fault-replies";
import { campaign, healthyPlatform } from "../lib/testing/healthy-platform";
import { cookieHeader } from "./support/people";
import { appProcess } from "./support/product";
import { startStage } from "./support/stage";
import { expect, test } from "./support/test";

const mebibyte = 1024 * 1024;
const path = `/api/v1/campaigns/${campaign}/contacts/upload`;

test("passes a 120 MiB contact list on without holding it in memory", async () => {
  // On a busy machine the collector comes late. A small heap makes it come before a list could be told from what is left over.
  const { platform, product, cookies, close } = await startStage({ NODE_OPTIONS: "--max-old-space-size=144" });
  try {
    platform.answerAtOnce(readSlowly);
    const cookie = cookieHeader(cookies.campaign_manager);
    const server = appProcess(product.pid);

    const small = await peakDuring(server, () => sendFile(product.origin, cookie, 24));
    const large = await peakDuring(server, () => sendFile(product.origin, cookie, 120));

    expect(large.result.received).toBe(large.result.sent);
    console.log(`gateway: peak ${small.peakMiB.toFixed(0)} MiB with 24 MiB, ${large.peakMiB.toFixed(0)} with 120`);
    // A stream needs some 25 MiB more for the large list. Holding it in memory would need 80 to 110.
    expect(large.peakMiB - small.peakMiB).toBeLessThan(64);
  } finally {
    await close();
  }
});

/** Reads slower than the file is sent, so the gateway must apply back pressure. */
const readSlowly: Reply = async (incoming, response) => {
  if (!incoming.url?.endsWith("/contacts/upload")) return healthyPlatform(incoming, response);
  const hash = createHash("sha256");
  const form = new Busboy({ headers: incoming.headers as BusboyHeaders });
  form.on("file", (_name, file) => file.on("data", (chunk) => hash.update(chunk)));
  for await (const chunk of incoming) {
    form.write(chunk);
    await sleep((chunk.length / mebibyte) * 20);
  }
  form.end();
  await once(form, "finish");
  json(200, { success: true, message: "Taken", data: { sha256: hash.digest("hex") } })(incoming, response);
};

/** Sends a list that is generated while it is sent. Returns the hashes of the list as it was sent and as it arrived. */
async function sendFile(origin: string, cookie: string, mebibytes: number) {
  const begin = '--b\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\n\r\n';
  const end = "\r\n--b--\r\n";
  const header = contactCsv(0);
  const rows = contactCsv(1_000, { nameLength: 90 }).slice(header.length);
  const blocks = Math.ceil((mebibytes * mebibyte) / rows.length);
  const hash = createHash("sha256");
  function* list() {
    yield header;
    for (let block = 0; block < blocks; block += 1) yield rows;
  }
  function* form() {
    yield Buffer.from(begin);
    for (const part of list()) {
      hash.update(part);
      yield Buffer.from(part);
    }
    yield Buffer.from(end);
  }
  const sending = request(origin + path, {
    method: "POST",
    headers: {
      cookie,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": begin.length + header.length + blocks * rows.length + end.length,
      "sec-fetch-site": "same-origin",
      "x-switchboard": "1",
    },
  });
  const [[response]] = await Promise.all([
    once(sending, "response") as Promise<[IncomingMessage]>,
    pipeline(Readable.from(form()), sending),
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
