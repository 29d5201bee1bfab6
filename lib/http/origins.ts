import type { IncomingMessage } from "node:http";
import { refused } from "@/lib/contract/problem";
import { attempt } from "@/lib/format/attempt";

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** Whether an address is one that only the computer it is on reaches. */
export const isLoopback = (origin: string) => loopback.includes(attempt(() => new URL(origin).hostname) ?? "");

/** The addresses people may have typed to get here: on this computer, each of its names. */
export function originsOf(origin: string) {
  const { protocol, port } = new URL(origin);
  if (!isLoopback(origin)) return [origin];
  return [origin, ...loopback.map((name) => new URL(`${protocol}//${name}${port && `:${port}`}`).origin)].filter(
    (each, index, all) => all.indexOf(each) === index,
  );
}

/**
 * Refuses a send that does not come from our own page: a browser says where a request is from, and no other site's page
 * may set the fixed header. https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function refuseCrossOrigin({ headers }: IncomingMessage, origins: readonly string[]) {
  const { origin = "", "sec-fetch-site": site } = headers;
  const isOurs = site === undefined ? origins.includes(origin) : site === "same-origin";
  if (!isOurs || headers["x-switchboard"] !== "1") throw crossOrigin();
}

export const crossOrigin = () => refused("cross_origin", "The request did not come from a Switchboard page.");
