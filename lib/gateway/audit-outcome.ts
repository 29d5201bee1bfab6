import { countsIn } from "@/lib/console/audit/counts-in";
import type { Ending } from "@/lib/console/console";
import type { Operation } from "@/lib/contract/operation";
import type { Problem } from "@/lib/contract/problem";
import { isPlainObject } from "@/lib/format/json";
import type { Readable } from "./parse-response";

/** What the audit keeps of an answer. One to a contact list may repeat the contacts: no word of it is kept. */
export function endingOf(op: Operation, { status, text, raw }: Readable): Ending {
  const message = isPlainObject(raw) && typeof raw.message === "string" ? raw.message : null;
  const kept = isOfList(op) ? { message: null, body: countsIn(text) } : { message, body: text };
  return { outcome: "ok", status, ...kept };
}

/** The same for what went wrong. Our own sentences are kept in any case. */
export function refusalOf(op: Operation, problem: Problem): Ending {
  const { upstream, outcome = "unknown", message } = problem;
  const status = upstream?.status ?? (outcome === "refused" ? problem.status : null);
  const body = upstream?.body ?? null;
  const isQuoted = message === upstream?.message;
  const kept = isOfList(op) ? { message: isQuoted ? null : message, body: countsIn(body) } : { message, body };
  return { outcome, status, ...kept };
}

const isOfList = (op: Operation) => op.body === "file";
