import { lookup } from "node:dns/promises";
import { request as askHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as askHttps } from "node:https";
import { BlockList, isIP } from "node:net";
import { TLSSocket } from "node:tls";
import { clock } from "@/lib/clock";

type Certificate = { subject: string; issuer: string; validTo: Date };

export type Answered = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The start of the body. */
  text: string;
  ms: number;
  /** How far the other clock is ahead of this one; undefined where no date was sent. */
  aheadMs: number | undefined;
  certificate: Certificate | undefined;
};

export type Contact = {
  url: URL;
  addresses: string[];
  answer: Answered | undefined;
  /** Node's own code for what went wrong, such as ENOTFOUND. */
  failure: string | undefined;
};

/** The failure of an address that is not asked. */
const linkLocal = "LINK_LOCAL";

const linkLocalNetworks = new BlockList();
linkLocalNetworks.addSubnet("169.254.0.0", 16, "ipv4");
linkLocalNetworks.addSubnet("fe80::", 10, "ipv6");

const readBytes = 32 * 1024;

/**
 * Asks one address once, without the key: who answers there, over which certificate, and at what time. A fresh connection,
 * so that nothing of an earlier one is seen.
 */
export async function checkNetwork(url: URL, limitMs: number): Promise<Contact> {
  const addresses = await addressesOf(url.hostname.replace(/^\[|\]$/g, ""));
  if (addresses.length === 0) return { url, addresses, answer: undefined, failure: "ENOTFOUND" };
  if (addresses.some(isLinkLocal)) return { url, addresses, answer: undefined, failure: linkLocal };
  try {
    return { url, addresses, answer: await ask(url, limitMs), failure: undefined };
  } catch (error) {
    return { url, addresses, answer: undefined, failure: codeOf(error) };
  }
}

/** Hosts of virtual machines hand out credentials at such addresses, and no platform is there. */
function isLinkLocal(address: string) {
  return linkLocalNetworks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

async function addressesOf(hostname: string) {
  if (isIP(hostname)) return [hostname];
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return [...new Set(found.map(({ address }) => address))];
}

function ask(url: URL, limitMs: number): Promise<Answered> {
  const startedMs = performance.now();
  const sentAt = clock.nowMs();
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? askHttps : askHttp)(url, {
      agent: false,
      auth: "",
      headers: { accept: "application/json", "user-agent": "switchboard" },
      signal: AbortSignal.timeout(limitMs),
    });
    request.once("error", reject);
    // Of one that switches to another protocol node tells nothing else.
    request.once("close", () => reject(Object.assign(new Error("cut off"), { code: "ECONNRESET" })));
    request.once("response", (response) => {
      const cameAt = clock.nowMs();
      const ms = Math.round(performance.now() - startedMs);
      const certificate = certificateOf(response);
      startOf(response)
        .then((text) => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, text, ms, aheadMs: ahead(headers.date, (sentAt + cameAt) / 2), certificate });
        }, reject)
        .finally(() => request.destroy());
    });
    request.end();
  });
}

function certificateOf({ socket }: IncomingMessage): Certificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { subject, issuer, valid_to } = socket.getPeerCertificate();
  if (!valid_to) return undefined;
  return { subject: nameOf(subject), issuer: nameOf(issuer), validTo: new Date(valid_to) };
}

const nameOf = (of: { CN?: string | string[]; O?: string | string[] } | undefined) =>
  [of?.CN ?? of?.O ?? "no name"].flat().join(", ");

async function startOf(response: IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= readBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8").slice(0, readBytes);
}

/** A date header is cut to whole seconds: its middle is taken. */
function ahead(date: string | undefined, middleMs: number) {
  const theirs = Date.parse(date ?? "");
  return Number.isNaN(theirs) ? undefined : Math.round(theirs + 500 - middleMs);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "ETIMEDOUT";
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return "code" in error ? String(error.code) : error.name;
}
