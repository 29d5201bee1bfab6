import type { IncomingMessage } from "node:http";
import { attempt } from "@/lib/format/attempt";
import { clientAddress } from "./client-address";
import { isLoopback } from "./origins";

/** Headers by which a client could steer the framework or pose as our proxy. */
const reservedHeaders =
  /^(x-forwarded-|forwarded$|x-real-ip$|x-middleware|x-invoke|x-nextjs-(?!request-id$|html-request-id$)|x-matched-path$|x-original-|x-rewrite-|x-http-method|x-vercel|next-action$|content-security-policy|x-nonce$|x-switchboard-(?:path|document)$)/;

/**
 * Returns the client's address: the socket's, or the one that the trusted proxies report if it is valid.
 * Deletes all headers that only we or our proxies are allowed to set.
 */
export function cleanRequest(request: IncomingMessage, trustedHops: number): string {
  const socketAddress = request.socket.remoteAddress ?? "unknown";
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  const reported = trustedHops > 0 ? clientAddress(forwarded.at(-trustedHops) ?? "") : undefined;
  for (const name of Object.keys(request.headers)) if (reservedHeaders.test(name)) delete request.headers[name];
  const address = reported ?? clientAddress(socketAddress) ?? socketAddress;
  request.headers["x-forwarded-for"] = address;
  return address;
}

/** True for requests that no browser sends and that proxies interpret differently. */
export function isMalformed({ url, rawHeaders }: IncomingMessage) {
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === "host");
  return !url?.startsWith("/") || hosts.length > 1 || !isDecodable(url.split("?", 1)[0] ?? "");
}

/**
 * True if the request comes from this machine without a proxy. Some proxies send no header, so the console's origin and
 * the request's host must be loopback, too. Must run before `cleanRequest`.
 *
 * @param origin the configured origin of the console
 */
export function isLocal({ headers, socket }: IncomingMessage, origin: string) {
  const address = clientAddress(socket.remoteAddress ?? "") ?? "";
  const isForwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((name) => headers[name] !== undefined);
  const isNear = isLoopback(origin) && isLoopback(`http://${headers.host}`);
  return isNear && (address.startsWith("127.") || address === "::1") && !isForwarded;
}

const isDecodable = (path: string) => Boolean(attempt(() => decodeURIComponent(path)));
