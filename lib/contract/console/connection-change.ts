import { ownAnswer } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { readAddress } from "@/lib/format/read-address";
import type { ConnectionCheck, ConnectionResult } from "./connection";

/** True for an HTTP URL without credentials and query. Credentials would be stored and shown; a query would be lost. */
export function isPlatformAddress(address: string) {
  const url = readAddress(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return [url.username, url.password, url.search, url.hash].every((part) => part === "");
}

/** Runs the checks of `testConnection` on a connection before it is used. */
export const tryConnection = operation({
  id: "connection.try",
  label: "Test another connection",
  phrase: "test a connection to {it}",
  hasResult: true,
  minor: "connection test",
  method: "POST",
  path: "/console/connection/try",
  output: ownAnswer<ConnectionResult>(),
  allow: ["admin"],
  about: "address",
});

/** Result for the audit log: "works", or why not. */
export function withResult({ at, checks }: Omit<ConnectionResult, "message">): ConnectionResult {
  const status = checks.map(({ probe }) => probe?.status).find((each) => each === 401 || each === 403);
  const fault = checks.find(({ outcome }) => outcome === "fault");
  const refusal = status ? `refused, ${status}` : (fault?.message ?? "no answer");
  return { at, checks, message: isUsable(checks) ? "works" : refusal };
}

/** True if the key was not rejected and at least one read succeeded. */
export function isUsable(checks: readonly ConnectionCheck[]) {
  if (checks.some(({ id, outcome }) => id === "key" && outcome === "fault")) return false;
  return checks.some(({ probe }) => probe && probe.status !== null && probe.problem === null);
}

/** Tests an address and a key and switches to them without a restart. Refused if they are not usable. */
export const changeConnection = operation({
  id: "connection.change",
  label: "Change the platform's address or key",
  phrase: "change the connection to {it}",
  method: "POST",
  path: "/console/connection",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  about: "address",
});

/** Restores the connection before the last change, or switches to the demo platform. */
export const revertConnection = operation({
  id: "connection.revert",
  label: "Switch back to the previous or the demo platform",
  acts: { previous: "switch back to the previous platform", demo: "switch back to the demo platform" },
  hasResult: true,
  method: "POST",
  path: "/console/connection/revert",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  about: "to",
});
