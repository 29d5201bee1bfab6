import { randomUUID } from "node:crypto";
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
import { checkOf, type Examined } from "./connection-checks";

const slowMs = 3000;
const maxNotes = 12;

export const openReads = apiOperations.filter((op) => !isWrite(op) && placeholdersOf(op).length === 0);

export type ReadResult = { op: Operation; probe: Probe; raw: unknown; drift: Drift[]; problem: Problem | undefined };

/** Runs one timed read. Never rejects. */
export async function tryRead(upstream: Upstream, op: Operation, input: Record<string, unknown>): Promise<ReadResult> {
  const startedMs = performance.now();
  const outcome = await upstream.request(op, input, { requestId: randomUUID() }).then(
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

/** Runs all reads that need no guessed ID, one after another: lists first, then records that the lists name. */
export async function* tryReads(upstream: Upstream): AsyncGenerator<ReadResult | ConnectionCheck> {
  const rows = new Map<Operation, Record<string, unknown>[]>();
  for (const op of openReads) {
    const result = await tryRead(upstream, op, {});
    rows.set(op, rowsIn(result.raw).filter(isPlainObject));
    yield result;
  }
  const idFrom = (op: Operation, field: string) => textIn(rows.get(op) ?? [], field);
  const assistant_id = idFrom(listPhoneNumbers, "assistant_id");
  if (assistant_id) yield await tryRead(upstream, getAssistant, { assistant_id });
  else yield skippedCheck(getAssistant, "Not tried: no phone number has an assistant.");
  const credential_id = idFrom(listCredentials, "id");
  if (credential_id) yield await tryRead(upstream, getCredential, { credential_id });
  else yield skippedCheck(getCredential, "Not tried: no credential is listed.");
  const otherReads = apiOperations.filter((op) => !isWrite(op) && !openReads.includes(op));
  const requests = otherReads.filter((op) => op !== getAssistant && op !== getCredential).map(requestOf);
  yield checkOf("rest", "skipped", "Not tried: no list contains an ID for these.", requests);
}

/** The result of one read, compared with the API documentation. */
export function readCheck({ op, probe, drift, problem }: ReadResult): Examined {
  const check = { id: op.id, name: requestOf(op), probe };
  if (problem) {
    const isExpected = problem.code === "not_found" || problem.code === "rate_limited";
    return { ...check, outcome: isExpected ? "look" : "fault", message: problem.message, notes: [] };
  }
  const misfits = drift.filter(isMisfit);
  const notes = [...misfits, ...drift.filter((entry) => !isMisfit(entry))].map(
    (entry) => `${entry.path || "the answer"} ${driftMessage(entry)}`,
  );
  const fitSentence = misfits.length > 0 ? "It does not match the API documentation." : fitMessage(drift.length);
  const slow = probe.ms > slowMs ? " That is slow." : "";
  return {
    ...check,
    drift,
    outcome: misfits.length > 0 || slow ? "look" : "ok",
    message: `Answered ${probe.status} in ${probe.ms} ms. ${fitSentence}${slow}`,
    notes: notes.length > maxNotes ? [...notes.slice(0, maxNotes), `and ${notes.length - maxNotes} more`] : notes,
  };
}

const fitMessage = (notes: number) =>
  notes === 0
    ? "It matches the API documentation."
    : `It can be read, with ${notes === 1 ? "one thing" : `${notes} things`} to note.`;

/** An undocumented null is noted, but it is no misfit. */
const isMisfit = (entry: DriftEntry) => isWaitDrift(entry) && entry.kind !== "null";

/** Checks the key by the reads' results. `isOpen` is true if the address also answers without a key. */
export function keyCheck(results: readonly ReadResult[], isOpen: boolean): ConnectionCheck {
  const refused = results.filter(
    ({ problem }) => problem && ["upstream-auth", "upstream-forbidden"].includes(problem.code),
  );
  const answered = results.filter(({ probe, problem }) => problem === undefined && probe.status !== null);
  if (refused.length > 0 && answered.length > 0)
    return checkOf(
      "key",
      "look",
      "The platform accepts the key for some reads and rejects it for others.",
      refused.map(lineOf),
    );
  if (refused.length > 0) return checkOf("key", "fault", "The platform rejects the key.", messagesOf(refused));
  if (answered.length === 0) return checkOf("key", "skipped", "Unknown: no read was answered.");
  if (isOpen) return checkOf("key", "look", "The platform accepts the key, and also answers without one.");
  return checkOf("key", "ok", "The platform accepts the key.");
}

const messagesOf = (results: readonly ReadResult[]) => [
  ...new Set(
    results.flatMap(({ problem, probe }) => {
      const { message } = problem?.upstream ?? {};
      return `answered ${probe.status}${message ? `: ${message}` : ""}`;
    }),
  ),
];

const lineOf = ({ op, probe }: ReadResult) => `${requestOf(op)} answered ${probe.status}`;

const requestOf = (op: Operation) => `${op.method} ${op.path}`;

const skippedCheck = (op: Operation, sentence: string): ConnectionCheck => ({
  ...checkOf(op.id, "skipped", sentence),
  name: requestOf(op),
});

const textIn = (rows: readonly Record<string, unknown>[], field: string) =>
  rows.map((row) => row[field]).find((value): value is string => typeof value === "string" && value !== "");

const statusOf = (error: unknown) => (error instanceof Problem ? (error.upstream?.status ?? null) : null);

const problemOf = (error: unknown) =>
  error instanceof Problem ? error : new Problem("internal", undefined, { cause: error });
