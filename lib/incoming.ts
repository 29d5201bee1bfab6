import type { IncomingMessage } from "node:http";

/** Headers by which a client could steer the framework, or pretend to be a proxy of ours. */
const ours =
  /^(x-forwarded-|forwarded$|x-real-ip$|x-middleware|x-invoke|x-nextjs-(?!request-id$|html-request-id$)|x-matched-path$|x-original-|x-rewrite-|x-http-method|x-vercel|next-action$|content-security-policy|x-nonce$|x-switchboard-path$)/;

/**
 * The address of whoever asks: the socket's own, or the one that the configured number of proxies in front vouch for.
 * Takes every header out of the request that must only come from us.
 */
export function cleanRequest(request: IncomingMessage, trustedHops: number): string {
  const socketAddress = request.socket.remoteAddress ?? "unknown";
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  const vouchedFor = trustedHops > 0 ? forwarded.at(-trustedHops) : undefined;
  for (const name of Object.keys(request.headers)) if (ours.test(name)) delete request.headers[name];
  const address = vouchedFor ?? socketAddress;
  request.headers["x-forwarded-for"] = address;
  return address;
}
