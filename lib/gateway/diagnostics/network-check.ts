import { lookup } from "node:dns/promises";
import { request as askHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as askHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { TLSSocket } from "node:tls";
import { clock } from "@/lib/clock";

type Certificate = { subject: string; issuer: string; validTo: Date };

export type NetworkAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  ms: number;
  /** How far the platform's clock is ahead of this one; undefined if no date was sent. */
  aheadMs: number | undefined;
  certificate: Certificate | undefined;
};

export type NetworkResult = {
  url: URL;
  addresses: string[];
  answer: NetworkAnswer | undefined;
  /** Node's error code, such as ENOTFOUND. */
  failure: string | undefined;
};

const linkLocal = "LINK_LOCAL";

const linkLocalNetworks = new BlockList();
linkLocalNetworks.addSubnet("169.254.0.0", 16, "ipv4");
linkLocalNetworks.addSubnet("fe80::", 10, "ipv6");

const readBytes = 32 * 1024;

type NetworkCheckOptions = {
  limitMs: number;
  lookUp?: (hostname: string) => Promise<readonly { address: string }[]>;
};

const systemLookUp = (hostname: string) => lookup(hostname, { all: true });

/** Sends one request without the key. Uses a fresh connection, so that a pooled one cannot hide a fault. */
export async function checkNetwork(
  url: URL,
  { limitMs, lookUp = systemLookUp }: NetworkCheckOptions,
): Promise<NetworkResult> {
  const addresses = await addressesOf(url.hostname.replace(/^\[|\]$/g, ""), lookUp);
  if (addresses.length === 0) return { url, addresses, answer: undefined, failure: "ENOTFOUND" };
  if (addresses.some(isLinkLocal)) return { url, addresses, answer: undefined, failure: linkLocal };
  try {
    return { url, addresses, answer: await sendProbe(url, { addresses, limitMs }), failure: undefined };
  } catch (error) {
    return { url, addresses, answer: undefined, failure: codeOf(error) };
  }
}

/** Cloud metadata services hand out credentials at link-local addresses, and no platform runs there. */
function isLinkLocal(address: string) {
  return linkLocalNetworks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

async function addressesOf(hostname: string, lookUp: NonNullable<NetworkCheckOptions["lookUp"]>) {
  if (isIP(hostname)) return [hostname];
  const addresses = await lookUp(hostname).catch(() => []);
  return [...new Set(addresses.map(({ address }) => address))];
}

type ProbeOptions = { addresses: string[]; limitMs: number };

/** Connects to these addresses. The name is not looked up again, because a second answer could be another address. */
function sendProbe(url: URL, { addresses, limitMs }: ProbeOptions): Promise<NetworkAnswer> {
  const startedMs = performance.now();
  const sentAt = clock.nowMs();
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? askHttps : askHttp)(url, {
      agent: false,
      auth: "",
      lookup: lookupOf(addresses),
      headers: { accept: "application/json", "user-agent": "switchboard" },
      signal: AbortSignal.timeout(limitMs),
    });
    request.once("error", reject);
    // If the server switches protocols, Node emits only "close".
    request.once("close", () => reject(Object.assign(new Error("cut off"), { code: "ECONNRESET" })));
    request.once("response", (response) => {
      const receivedAt = clock.nowMs();
      const ms = Math.round(performance.now() - startedMs);
      const certificate = certificateOf(response);
      readStart(response)
        .then((text) => {
          const { statusCode: status = 0, headers } = response;
          const aheadMs = clockOffset(headers.date, (sentAt + receivedAt) / 2);
          resolve({ status, headers, text, ms, aheadMs, certificate });
        }, reject)
        .finally(() => request.destroy());
    });
    request.end();
  });
}

/** Answers a lookup of any name with `addresses`. */
function lookupOf(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, answer) => {
    if (all) answer(null, found);
    else answer(null, found[0]?.address ?? "", found[0]?.family);
  };
}

function certificateOf({ socket }: IncomingMessage): Certificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { subject, issuer, valid_to } = socket.getPeerCertificate();
  if (!valid_to) return undefined;
  return { subject: nameOf(subject), issuer: nameOf(issuer), validTo: new Date(valid_to) };
}

const nameOf = (subject: { CN?: string | string[]; O?: string | string[] } | undefined) =>
  [subject?.CN ?? subject?.O ?? "no name"].flat().join(", ");

async function readStart(response: IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= readBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8").slice(0, readBytes);
}

/** A date header is truncated to whole seconds, so half a second is added. */
function clockOffset(date: string | undefined, middleMs: number) {
  const platformMs = Date.parse(date ?? "");
  return Number.isNaN(platformMs) ? undefined : Math.round(platformMs + 500 - middleMs);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "ETIMEDOUT";
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return "code" in error ? String(error.code) : error.name;
}
