import type { AuditOutcome } from "@/lib/audit/audited-send";
import { countsIn } from "@/lib/contract/counts-in";
import { type Operation, placeholdersOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { attempt } from "@/lib/format/attempt";
import { isPlainObject } from "@/lib/format/json";
import { type ParsedAnswer, readWhole } from "./parse-response";

/** The audit target: the values in the path, or else the input that the operation's `about` names. */
export function targetOf(op: Operation, input: Record<string, unknown>) {
  const placeholders = placeholdersOf(op);
  const names = placeholders.length > 0 || op.about === undefined ? placeholders : [op.about];
  return names.map((name) => String(input[name] ?? "")).join(" ") || null;
}

/** The audit outcome of an answer. An answer to a contact list can repeat contacts, so only its counts are stored. */
export function outcomeOf(op: Operation, { status, text, raw }: ParsedAnswer): AuditOutcome {
  const message = isPlainObject(raw) && typeof raw.message === "string" ? raw.message : null;
  const stored = isContactList(op)
    ? { message: null, body: countsIn(text) }
    : { message, body: raw === null ? "" : text };
  return { outcome: "ok", status, ...stored };
}

/** The audit outcome of a problem. For contact lists, the platform's message is dropped and our own is stored. */
export function refusalOf(op: Operation, problem: Problem): AuditOutcome {
  const { upstream, outcome = "unknown", message } = problem;
  const status = upstream?.status ?? (outcome === "refused" ? problem.status : null);
  const body = upstream?.body ?? null;
  const isQuoted = upstream?.message !== undefined && message.includes(upstream.message);
  const stored = isContactList(op) ? { message: isQuoted ? null : message, body: countsIn(body) } : { message, body };
  return { outcome, status, ...stored };
}

/** The stored answer to a repeated request; undefined unless it succeeded and its whole body was stored. */
export function storedAnswer(op: Operation, problem: unknown): ParsedAnswer | undefined {
  if (!(problem instanceof Problem)) return undefined;
  const { code, upstream } = problem;
  // The audit log stores only the counts of answers to contact lists.
  if (code !== "sent_once" || isContactList(op) || upstream?.body === undefined || upstream.status >= 300)
    return undefined;
  const stored = { status: upstream.status, contentType: "", retryAfter: undefined, text: upstream.body };
  return attempt(() => readWhole(op, stored));
}

const isContactList = (op: Operation) => op.body === "file";
