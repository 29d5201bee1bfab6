import { isOfPlatform, isWrite, type Operation, type Role, resourceOf } from "./operation";

/** The beginning of each token, by which people and scanners recognize one. */
export const tokenPrefix = "swb_";

const tokenLength = 43;

/** A whole token anywhere in a text, such as an address that would be logged. */
export const holdsToken = (text: string) => new RegExp(`${tokenPrefix}[\\w-]{${tokenLength}}`).test(text);

/** For signed-in people only. `inbox` holds the addresses for events, which are settings that others may see. */
const ofPeople: readonly string[] = ["team", "tokens", "second-factor", "sso", "masking", "inbox"];

/** Reads for admins only that a token may use too. All other operations for admins only are settings. */
const readByPrograms: readonly string[] = ["audit", "do-not-call", "drift", "erasures", "records"];

/**
 * False for what only people do: people, tokens and second factors, their own account, and settings. Settings are all operations
 * of Switchboard that admins alone may do, to read or to change them.
 */
export function isOpenToTokens(op: Operation): boolean {
  if (isOfPlatform(op)) return true;
  const resource = resourceOf(op);
  if (ofPeople.includes(resource)) return false;
  const isForAdmins = op.allow.every((role) => role === "admin");
  if (isForAdmins) return !isWrite(op) && readByPrograms.includes(resource);
  return !isWrite(op) || resource !== "me";
}

/** The role that may do only what both may. */
export function lowerRole(one: Role, other: Role): Role {
  if (one === other || other === "admin") return one;
  return one === "admin" ? other : "viewer";
}
