import type { Logger } from "pino";
import type * as z from "zod/mini";
import type { AuditOutcome } from "@/lib/audit/audited-send";
import { clock } from "@/lib/clock";
import type { Automatic, Person } from "@/lib/contract/actor";
import { apiOperations } from "@/lib/contract/api";
import { consoleOperations } from "@/lib/contract/console";
import { countsIn } from "@/lib/contract/counts-in";
import {
  alwaysStale,
  type FileAnswer,
  isOfPlatform,
  isWrite,
  type Operation,
  placeholdersOf,
  resourceOf,
} from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { attempt } from "@/lib/format/attempt";
import { isPlainObject } from "@/lib/format/json";
import { asProblem } from "@/lib/http/refuse";
import type { GatewayConsole } from "./gateway-console";
import type { Measures } from "./measures";
import { type ParsedAnswer, readWhole } from "./parse-response";
import { createSharedReads } from "./shared-reads";
import type { FileBody, Upstream } from "./upstream";

/** `signal` aborts a read if the browser leaves, and an upload if its sender may no longer send it. */
export type Caller = {
  person: Person | undefined;
  requestId: string;
  address: string | null;
  signal?: AbortSignal | undefined;
  /** A list reads this record; the person did not open it. */
  isBackground?: boolean;
  /** A refetch after an announced change. Many browsers send it at the same time, so they share one answer. */
  isShared?: boolean;
  /** Smaller size limit for this call. */
  maxBytes?: number;
  file?: (FileBody & { detail: () => Record<string, unknown> }) | undefined;
  /** Set for writes of a rule or a schedule. `person` then only carries the role. */
  automatic?: Automatic;
};

export type GatewayAnswer = ParsedAnswer & { requestId: string; readAt: string };

export type Gateway = ReturnType<typeof createGateway>;

export const gatewayOperations: readonly Operation[] = [...apiOperations, ...consoleOperations];

/** The only entry to platform and console operations. Checks role and input, and records writes in the audit log. */
export function createGateway(options: {
  upstream: Upstream;
  console: GatewayConsole;
  log: Logger;
  measures: Measures;
}) {
  const { upstream, console, log, measures } = options;
  const shared = createSharedReads<ParsedAnswer & { readAt: string }>(console.onChangedKeys);
  const handlers = new Map(console.operations.map((operation) => [operation.op.id, operation.run]));

  async function call(requested: Operation, rawInput: Record<string, unknown>, caller: Caller): Promise<GatewayAnswer> {
    const op = ownOperation(requested);
    if (op.isFile) throw new Problem("no_such_operation", "There is no such operation.");
    const person = requirePerson(op, caller.person);
    const input = parseInput(op, rawInput);
    const startedMs = performance.now();
    const finishAudit = isWrite(op) ? await beginAudit(op, input, person, caller) : undefined;
    if (finishAudit && "before" in finishAudit) return { ...finishAudit.before, ...answerMeta(caller) };
    try {
      const answer = await execute(op, input, person, caller);
      if (finishAudit) await finishAudit({ ...auditOutcomeOf(op, answer), detail: caller.file?.detail() });
      logAnswer(op, caller, startedMs, undefined, answer.status);
      return { ...answerMeta(caller), ...answer };
    } catch (error) {
      const problem = problemOf(error, caller.requestId);
      await finishAudit?.({ ...refusalOf(op, problem), detail: caller.file?.detail() });
      logAnswer(op, caller, startedMs, problem, problem.status);
      if (!(error instanceof Problem)) log.error({ err: error, request_id: caller.requestId, op: op.id }, "unexpected");
      throw problem;
    }
  }

  /** Exports data of the console. The audit log records the export before its first byte, and its row count at the end. */
  async function file(requested: Operation, rawInput: Record<string, unknown>, caller: Caller): Promise<FileAnswer> {
    const op = ownOperation(requested);
    const person = requirePerson(op, caller.person);
    const input = parseInput(op, rawInput);
    const startedMs = performance.now();
    const finishAudit = await beginAudit(op, input, person, caller);
    const failed = async (error: unknown) => {
      const problem = problemOf(error, caller.requestId);
      if (typeof finishAudit === "function") await finishAudit(refusalOf(op, problem));
      logAnswer(op, caller, startedMs, problem, problem.status);
      throw problem;
    };
    const { raw } = await runConsoleOperation(op, input, person, caller).catch(failed);
    const { send, ...answer } = raw as FileAnswer;
    return {
      ...answer,
      async send(write) {
        const rows = await send(write).catch(failed);
        const message = `${rows} rows.`;
        if (typeof finishAudit === "function") await finishAudit({ outcome: "ok", status: 200, message, body: null });
        logAnswer(op, caller, startedMs, undefined, 200);
        return rows;
      },
    };
  }

  // Not async on purpose: Next enables async hooks, which make each additional promise expensive.
  function execute(
    op: Operation,
    input: Record<string, unknown>,
    person: Person,
    caller: Caller,
  ): Promise<ParsedAnswer> {
    if (!isOfPlatform(op)) return runConsoleOperation(op, input, person, caller);
    if (!caller.isShared || isWrite(op)) return requestPlatform(op, input, person, caller);
    // No signal: other callers still wait for this answer if the first one leaves.
    return shared(op, input, async () => {
      const answer = await requestPlatform(op, input, person, { ...caller, signal: undefined, isBackground: true });
      return { ...answer, readAt: clock.now().toISOString() };
    });
  }

  async function runConsoleOperation(op: Operation, input: Record<string, unknown>, person: Person, caller: Caller) {
    const handler = handlers.get(op.id);
    if (!handler) throw new Problem("no_such_operation", "There is no such operation.");
    const raw = await handler(input, { person, address: caller.address, requestId: caller.requestId });
    return { status: 200, text: JSON.stringify(raw), raw, drift: [] };
  }

  async function requestPlatform(op: Operation, input: Record<string, unknown>, person: Person, caller: Caller) {
    const startedMs = performance.now();
    const readAt = clock.now();
    const observation = { op, input, person, at: readAt, isBackground: caller.isBackground };
    try {
      const answer = await upstream.request(op, input, caller);
      const ms = performance.now() - startedMs;
      console.observe({
        ...observation,
        ms,
        status: answer.status,
        problem: null,
        raw: answer.raw,
        body: answer.body,
        drift: answer.drift,
      });
      return answer;
    } catch (error) {
      const problem = error instanceof Problem ? error : null;
      const ms = performance.now() - startedMs;
      if (isWrite(op) || !caller.signal?.aborted)
        console.observe({ ...observation, ms, status: problem?.upstream?.status ?? null, problem });
      throw error;
    }
  }

  async function beginAudit(op: Operation, input: Record<string, unknown>, person: Person, caller: Caller) {
    const { requestId, address, automatic } = caller;
    const request = isOfPlatform(op) ? upstream.requestLine(op, input) : null;
    const target = targetOf(op, input);
    const id = await console.audit
      .begin({
        person,
        automatic,
        op,
        target,
        request,
        requestId,
        address,
        detail: automatic?.detail ?? (op.isFile ? input : op.isInputKept ? { set: input } : caller.file?.detail()),
      })
      .catch((cause: unknown) => {
        const problem = problemOf(cause, requestId);
        const line = { request_id: requestId, op: op.id, user: person.id, problem: problem.code };
        if (problem.code === "not_recorded") log.error({ ...line, err: cause }, "not recorded");
        else log.warn(line, "not carried out");
        const before = storedAnswer(op, problem);
        if (!before) throw problem;
        return { before };
      });
    if (typeof id === "object") return id;
    // If this fails, the audit entry stays "outcome unknown" and the caller still gets the answer.
    return (outcome: AuditOutcome) =>
      console.audit
        .finish(id, outcome)
        .catch((err: unknown) => log.error({ err, request_id: requestId }, "not ended"))
        .finally(() => console.changed([resourceOf(op), ...alwaysStale]));
  }

  function logAnswer(op: Operation, caller: Caller, startedMs: number, problem: Problem | undefined, status: number) {
    const ms = Math.round(performance.now() - startedMs);
    measures.answered(op, problem?.code ?? "ok", ms);
    const line = { request_id: caller.requestId, op: op.id, user: caller.person?.id, status, ms };
    log.info(problem ? { ...line, problem: problem.code, outcome: problem.outcome } : line, "answered");
  }

  return { call, file };
}

const answerMeta = ({ requestId }: Caller) => ({ requestId, readAt: clock.now().toISOString() });

/** The stored answer to a repeated request; undefined unless it succeeded and its whole body was stored. */
function storedAnswer(op: Operation, { code, upstream }: Problem): ParsedAnswer | undefined {
  // The audit log stores only the counts of answers to contact lists.
  if (code !== "sent_once" || op.body === "file" || upstream?.body === undefined || upstream.status >= 300)
    return undefined;
  const stored = { status: upstream.status, contentType: "", retryAfter: undefined, text: upstream.body };
  return attempt(() => readWhole(op, stored));
}

const operationsById = new Map<string, Operation>(gatewayOperations.map((op) => [op.id, op]));

/** Always uses this process's operation, because the pages' bundle passes its own copies. */
function ownOperation({ id }: Operation): Operation {
  const own = operationsById.get(id);
  if (!own) throw new Problem("no_such_operation", "There is no such operation.");
  return own;
}

export function requirePerson(op: Operation, person: Person | undefined): Person {
  if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
  if (op.allow.includes(person.role)) return person;
  throw new Problem("forbidden", undefined, { outcome: isWrite(op) ? "refused" : undefined });
}

function parseInput(op: Operation, rawInput: Record<string, unknown>): Record<string, unknown> {
  const { success, data, error } = op.input.safeParse(rawInput, { error: defaultMessage });
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
  if (issue.code === "invalid_type") return issue.input === undefined ? "It is missing." : "It is of another kind.";
  if (issue.code === "too_small") return `Enter at least ${issue.minimum}${unitOf(issue)}.`;
  if (issue.code === "too_big") return `Enter at most ${issue.maximum}${unitOf(issue)}.`;
  if (issue.code === "invalid_format" && issue.format === "datetime")
    return "Enter a time such as 2026-11-23T09:00:00Z.";
  return "It is not in the expected form.";
}

const unitOf = ({ origin }: { origin: string }) =>
  origin === "string" ? " characters" : origin === "array" ? " entries" : "";

/** The audit target: the values in the path, or else the input that the operation's `about` names. */
function targetOf(op: Operation, input: Record<string, unknown>) {
  const placeholders = placeholdersOf(op);
  const names = placeholders.length > 0 || op.about === undefined ? placeholders : [op.about];
  return names.map((name) => String(input[name])).join(" ") || null;
}

/** Adds the request ID. The outcome of a send is unknown after an unexpected error. */
function problemOf(error: unknown, requestId: string): Problem {
  const problem = asProblem(error);
  const { status, retryAfterSeconds, upstream, cause } = problem;
  const outcome = error instanceof Problem ? error.outcome : "unknown";
  return new Problem(problem.code, problem.message, { status, outcome, retryAfterSeconds, upstream, cause, requestId });
}

/** The audit outcome of an answer. An answer to a contact list can repeat contacts, so only its counts are stored. */
function auditOutcomeOf(op: Operation, { status, text, raw }: ParsedAnswer): AuditOutcome {
  const message = isPlainObject(raw) && typeof raw.message === "string" ? raw.message : null;
  const stored = isContactList(op) ? { message: null, body: countsIn(text) } : { message, body: text };
  return { outcome: "ok", status, ...stored };
}

/** The audit outcome of a problem. For contact lists, the platform's message is dropped and our own is stored. */
function refusalOf(op: Operation, problem: Problem): AuditOutcome {
  const { upstream, outcome = "unknown", message } = problem;
  const status = upstream?.status ?? (outcome === "refused" ? problem.status : null);
  const body = upstream?.body ?? null;
  const isQuoted = upstream?.message !== undefined && message.includes(upstream.message);
  const stored = isContactList(op) ? { message: isQuoted ? null : message, body: countsIn(body) } : { message, body };
  return { outcome, status, ...stored };
}

const isContactList = (op: Operation) => op.body === "file";
