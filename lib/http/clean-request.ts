import type { IncomingMessage } from "node:http";
import { attempt } from "@/lib/format/attempt";
import { clientAddress } from "./client-address";
import { isLoopback } from "./origins";

/** Headers by which a client could steer the framework, or pretend to be a proxy of ours. */
const ours =
  /^(x-forwarded-|forwarded$|x-real-ip$|x-middleware|x-invoke|x-nextjs-(?!request-id$|html-request-id$)|x-matched-path$|x-original-|x-rewrite-|x-http-method|x-vercel|next-action$|content-security-policy|x-nonce$|x-switchboard-(?:path|document)$)/;

/**
 * The address of whoever asks: the socket's own, or the one that the configured number of proxies in front vouch for. What
 * is vouched for and is no address counts as the proxy's own.
 * Takes every header out of the request that must only come from us.
 */
export function cleanRequest(request: IncomingMessage, trustedHops: number): string {
  const socketAddress = request.socket.remoteAddress ?? "unknown";
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  const vouchedFor = trustedHops > 0 ? clientAddress(forwarded.at(-trustedHops) ?? "") : undefined;
  for (const name of Object.keys(request.headers)) if (ours.test(name)) delete request.headers[name];
  const address = vouchedFor ?? clientAddress(socketAddress) ?? socketAddress;
  request.headers["x-forwarded-for"] = address;
  return address;
}

/** What no browser sends, and what parts of a chain of proxies would read differently. */
export function isMalformed({ url, rawHeaders }: IncomingMessage) {
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host");
  return !url?.startsWith("/") || hosts.length > 1 || !isDecodable(url.split("?", 1)[0] ?? "");
}

/**
 * Whether a request began on this machine: no proxy has passed it on. Not every proxy says so of itself: where people come by
 * an address of elsewhere, or this request did, nobody is taken for local. To be asked before the request is cleaned.
 *
 * @param origin the address that people type
 */
export function isLocal({ headers, socket }: IncomingMessage, origin: string) {
  const address = clientAddress(socket.remoteAddress ?? "") ?? "";
  const isForwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((name) => headers[name] !== undefined);
  const isNear = isLoopback(origin) && isLoopback(`http://${headers.host}`);
  return isNear && (address.startsWith("127.") || address === "::1") && !isForwarded;
}

const isDecodable = (path: string) => Boolean(attempt(() => decodeURIComponent(path)));
