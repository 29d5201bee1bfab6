import type * as z from "zod/mini";
import type { Person } from "@/lib/contract/actor";
import { inputOf } from "@/lib/contract/inputs";
import { isWrite, type Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { isOpenToTokens } from "@/lib/contract/token-access";

/** The person, if their role and token may call the operation. Throws a Problem. */
export function requirePerson(op: Operation, person: Person | undefined): Person {
  if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
  if (person.token) refuseForToken(op, person.token);
  if (op.allow.includes(person.role)) return person;
  throw new Problem("forbidden", undefined, { outcome: isWrite(op) ? "refused" : undefined });
}

function refuseForToken(op: Operation, { maySend }: NonNullable<Person["token"]>) {
  const why = !isOpenToTokens(op)
    ? "Tokens neither read nor change people, tokens, security and settings. Sign in to do this."
    : isWrite(op) && !maySend
      ? "This token only reads."
      : undefined;
  if (why) throw new Problem("forbidden", why, { outcome: isWrite(op) ? "refused" : undefined });
}

/** Throws a Problem with the first issue. */
export function parseInput(op: Operation, rawInput: Record<string, unknown>): Record<string, unknown> {
  const { success, data, error } = inputOf(op).safeParse(rawInput, { error: defaultMessage });
  if (success) return data;
  const [issue] = error.issues;
  const path = issue?.path.join(".");
  throw new Problem("bad_input", path ? `${path}: ${issue?.message}` : "The request was not understood.", {
    outcome: isWrite(op) ? "refused" : undefined,
  });
}

/** Default message for schemas that have none. */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_value") return `Enter ${issue.values.join(" or ")}.`;
  if (issue.code === "invalid_type") return issue.input === undefined ? "It is missing." : "It has the wrong type.";
  if (issue.code === "too_small") return `Enter at least ${issue.minimum}${unitOf(issue)}.`;
  if (issue.code === "too_big") return `Enter at most ${issue.maximum}${unitOf(issue)}.`;
  if (issue.code === "invalid_format" && issue.format === "datetime")
    return "Enter a time such as 2026-11-23T09:00:00Z.";
  return "It is not in the expected form.";
}

const unitOf = ({ origin }: { origin: string }) =>
  origin === "string" ? " characters" : origin === "array" ? " entries" : "";
