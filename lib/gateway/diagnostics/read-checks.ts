import { randomUUID } from "node:crypto";
import type { Examined } from "@/lib/console/console-types";
import { apiOperations } from "@/lib/contract/api";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getCredential, listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import type { ConnectionCheck, Probe } from "@/lib/contract/console/connection";
import { type Drift, type DriftEntry, driftMessage, isWaitDrift } from "@/lib/contract/drift";
import { rowsIn } from "@/lib/contract/fields";
import { isWrite, type Operation, placeholdersOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { isPlainObject } from "@/lib/format/json";
import type { Upstream } from "@/lib/gateway/upstream";
import { checkOf } from "./connection-checks";

const slowMs = 3000;
const lineNotes = 12;

/** The reads that need no identifier. */
export const openReads = apiOperations.filter((op) => !isWrite(op) && placeholdersOf(op).length === 0);

export type ReadTry = { op: Operation; probe: Probe; raw: unknown; drift: Drift[]; problem: Problem | undefined };

/** One read, timed, with what came of it. */
export async function tryRead(upstream: Upstream, op: Operation, input: Record<string, unknown>): Promise<ReadTry> {
  const startedMs = performance.now();
  const outcome = await upstream.ask(op, input, { requestId: randomUUID() }).then(
    ({ status, raw, drift }) => ({ status, raw, drift, problem: undefined }),
    (error: unknown) => ({ status: statusOf(error), raw: undefined, drift: [], problem: problemOf(error) }),
  );
  const ms = Math.round(performance.now() - startedMs);
  const probe = {
    operation: op.id,
    path: op.path,
    status: outcome.status,
    ms,
    problem: outcome.problem?.message ?? null,
  };
  return { op, probe, raw: outcome.raw, drift: outcome.drift, problem: outcome.problem };
}

/** Every read that can be tried safely, one after another: the lists first, then records that the lists name. */
export async function* tryReads(upstream: Upstream): AsyncGenerator<ReadTry | ConnectionCheck> {
  const rows = new Map<Operation, Record<string, unknown>[]>();
  for (const op of openReads) {
    const tried = await tryRead(upstream, op, {});
    rows.set(op, rowsIn(tried.raw).filter(isPlainObject));
    yield tried;
  }
  const learned = (op: Operation, field: string) => textIn(rows.get(op) ?? [], field);
  const assistant_id = learned(listPhoneNumbers, "assistant_id");
  if (assistant_id) yield await tryRead(upstream, getAssistant, { assistant_id });
  else yield untried(getAssistant, "Not tried: no phone number names an assistant.");
  const credential_id = learned(listCredentials, "id");
  if (credential_id) yield await tryRead(upstream, getCredential, { credential_id });
  else yield untried(getCredential, "Not tried: no credential is listed.");
  const rest = apiOperations.filter((op) => !isWrite(op) && !openReads.includes(op));
  const others = rest.filter((op) => op !== getAssistant && op !== getCredential).map(requestOf);
  yield checkOf("rest", "skipped", "Not tried: no list names a record of these.", others);
}

/** How one read went, and whether its answer is as the API documentation says. */
export function readCheck({ op, probe, drift, problem }: ReadTry): Examined {
  const check = { id: op.id, name: requestOf(op), probe };
  if (problem) {
    const mayBe = problem.code === "not_found" || problem.code === "rate_limited";
    return { ...check, outcome: mayBe ? "look" : "fault", says: problem.message, notes: [] };
  }
  const waits = drift.filter(isMisfit);
  const notes = [...waits, ...drift.filter((each) => !isMisfit(each))].map(
    (each) => `${each.path || "the answer"} ${driftMessage(each)}`,
  );
  const fit = waits.length > 0 ? "It is not as the API documentation says." : fitMessage(drift.length);
  const slow = probe.ms > slowMs ? " That is slow." : "";
  return {
    ...check,
    drift,
    outcome: waits.length > 0 || slow ? "look" : "ok",
    says: `Answered ${probe.status} in ${probe.ms} ms. ${fit}${slow}`,
    notes: notes.length > lineNotes ? [...notes.slice(0, lineNotes), `and ${notes.length - lineNotes} more`] : notes,
  };
}

const fitMessage = (notes: number) =>
  notes === 0
    ? "It is as the API documentation says."
    : `It can be read, with ${notes === 1 ? "one thing" : `${notes} things`} to note.`;

/** A null where the contract names no null is reported, but stands in nobody's way. */
const isMisfit = (each: DriftEntry) => isWaitDrift(each) && each.kind !== "null";

/** Whether the key is taken, as the reads show; an address that asks for none takes any. */
export function keyCheck(tries: readonly ReadTry[], isOpen: boolean): ConnectionCheck {
  const refused = tries.filter(
    ({ problem }) => problem && ["upstream-auth", "upstream-forbidden"].includes(problem.code),
  );
  const answered = tries.filter(({ probe, problem }) => problem === undefined && probe.status !== null);
  if (refused.length > 0 && answered.length > 0)
    return checkOf(
      "key",
      "look",
      "The platform takes the key for some reads and refuses it for others.",
      refused.map(lineOf),
    );
  if (refused.length > 0) return checkOf("key", "fault", "The platform does not take the key.", messagesOf(refused));
  if (answered.length === 0) return checkOf("key", "skipped", "Nobody can say: no read was answered.");
  if (isOpen) return checkOf("key", "look", "The platform takes the key, and also answers without one.");
  return checkOf("key", "ok", "The platform takes the key.");
}

const messagesOf = (tries: readonly ReadTry[]) => [
  ...new Set(
    tries.flatMap(({ problem, probe }) => {
      const { message } = problem?.upstream ?? {};
      return `answered ${probe.status}${message ? `: ${message}` : ""}`;
    }),
  ),
];

const lineOf = ({ op, probe }: ReadTry) => `${requestOf(op)} answered ${probe.status}`;

const requestOf = (op: Operation) => `${op.method} ${op.path}`;

const untried = (op: Operation, sentence: string): ConnectionCheck => ({
  ...checkOf(op.id, "skipped", sentence),
  name: requestOf(op),
});

const textIn = (rows: readonly Record<string, unknown>[], field: string) =>
  rows.map((row) => row[field]).find((value): value is string => typeof value === "string" && value !== "");

const statusOf = (error: unknown) => (error instanceof Problem ? (error.upstream?.status ?? null) : null);

const problemOf = (error: unknown) =>
  error instanceof Problem ? error : new Problem("internal", undefined, { cause: error });
