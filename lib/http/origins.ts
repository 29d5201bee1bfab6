import type { IncomingMessage } from "node:http";
import { refused } from "@/lib/contract/problem";
import { attempt } from "@/lib/format/attempt";

const loopback = ["localhost", "127.0.0.1", "[::1]"];

export const isLoopback = (origin: string) => loopback.includes(attempt(() => new URL(origin).hostname) ?? "");

/** All origins by which browsers can reach the console. On loopback, these are all its names. */
export function originsOf(origin: string) {
  const { protocol, port } = new URL(origin);
  if (!isLoopback(origin)) return [origin];
  return [origin, ...loopback.map((name) => new URL(`${protocol}//${name}${port && `:${port}`}`).origin)].filter(
    (candidate, index, all) => all.indexOf(candidate) === index,
  );
}

/**
 * Refuses a send that does not come from our own page. Browsers set `sec-fetch-site`, and pages of other sites cannot set
 * the fixed header. https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function refuseCrossOrigin({ headers }: IncomingMessage, origins: readonly string[]) {
  const { origin = "", "sec-fetch-site": site } = headers;
  const isOurs = site === undefined ? origins.includes(origin) : site === "same-origin";
  if (!isOurs || headers["x-switchboard"] !== "1") throw crossOrigin();
}

export const crossOrigin = () => refused("cross_origin", "The request did not come from a Switchboard page.");
