import { isOfPlatform, isWrite, type Operation, type Role, resourceOf } from "./operation";

/** The beginning of each token, by which people and scanners recognize one. */
export const tokenPrefix = "swb_";

const tokenLength = 43;

/** A whole token anywhere in a text, such as an address that would be logged. */
export const holdsToken = (text: string) => new RegExp(`${tokenPrefix}[\\w-]{${tokenLength}}`).test(text);

const ofPeople: readonly string[] = ["team", "tokens", "second-factor", "sso", "masking"];

/**
 * False for what only people do: people, tokens and second factors, their own account, and changes of settings, which are the
 * writes of Switchboard that admins alone may do.
 */
export function isOpenToTokens(op: Operation): boolean {
  if (isOfPlatform(op)) return true;
  if (ofPeople.includes(resourceOf(op))) return false;
  return !isWrite(op) || (resourceOf(op) !== "me" && op.allow.some((role) => role !== "admin"));
}

/** The role that may do only what both may. */
export function lowerRole(one: Role, other: Role): Role {
  if (one === other || other === "admin") return one;
  return one === "admin" ? other : "viewer";
}
