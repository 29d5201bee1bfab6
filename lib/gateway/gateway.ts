import type { Logger } from "pino";
import type { z } from "zod";
import { clock } from "@/lib/clock";
import { countsIn } from "@/lib/console/audit/counts-in";
import type { AuditOutcome, Automatic, Console, Person } from "@/lib/console/console-types";
import { apiOperations } from "@/lib/contract/api";
import { consoleOperations } from "@/lib/contract/console";
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
import type { Measures } from "./measures";
import { type Readable, readWhole } from "./parse-response";
import { createSharedReads } from "./shared-reads";
import type { FileBody, Upstream } from "./upstream";

/** Who asks, and from where. `signal` ends a read when nobody waits for it, and an upload when its sender may not send it. */
export type Caller = {
  person: Person | undefined;
  requestId: string;
  address: string | null;
  signal?: AbortSignal | undefined;
  /** Read for a list: the person did not open the record. */
  isBackground?: boolean;
  /** Asked because a change was announced, as many others ask at the same time: one answer is enough for all. */
  isShared?: boolean;
  /** Answers above this are of no use to who asks. */
  mostBytes?: number;
  file?: (FileBody & { detail: () => Record<string, unknown> }) | undefined;
  /** Sent with nobody there, on the authority of `person`. */
  automatic?: Automatic;
};

export type GatewayAnswer = Readable & { requestId: string; readAt: string };

export type Gateway = ReturnType<typeof createGateway>;

export const gatewayOperations: readonly Operation[] = [...apiOperations, ...consoleOperations];

/** The one door to the platform and to the console's own records: who may, what is asked, recorded, sent, checked. */
export function createGateway(parts: { upstream: Upstream; console: Console; log: Logger; measures: Measures }) {
  const { upstream, console, log, measures } = parts;
  const shared = createSharedReads<Readable & { readAt: string }>(console.onChangedKeys);
  const handlers = new Map(console.operations.map((each) => [each.op.id, each.run]));

  async function call(asked: Operation, given: Record<string, unknown>, caller: Caller): Promise<GatewayAnswer> {
    const op = ownOperation(asked);
    if (op.isFile) throw new Problem("no_such_operation", "There is no such operation.");
    const person = allowed(op, caller.person);
    const input = checked(op, given);
    const startedMs = performance.now();
    const recorded = isWrite(op) ? await begin(op, input, person, caller) : undefined;
    if (recorded && "before" in recorded) return { ...recorded.before, ...answeredNow(caller) };
    try {
      const answer = await carryOut(op, input, person, caller);
      if (recorded) await recorded({ ...auditOutcomeOf(op, answer), detail: caller.file?.detail() });
      note(op, caller, startedMs, undefined, answer.status);
      return { ...answeredNow(caller), ...answer };
    } catch (error) {
      const problem = problemOf(error, caller.requestId);
      await recorded?.({ ...refusalOf(op, problem), detail: caller.file?.detail() });
      note(op, caller, startedMs, problem, problem.status);
      if (!(error instanceof Problem)) log.error({ err: error, request_id: caller.requestId, op: op.id }, "unexpected");
      throw problem;
    }
  }

  /** A file of Switchboard's own. Recorded before its first byte leaves, and again with how much of it was taken. */
  async function file(asked: Operation, given: Record<string, unknown>, caller: Caller): Promise<FileAnswer> {
    const op = ownOperation(asked);
    const person = allowed(op, caller.person);
    const input = checked(op, given);
    const startedMs = performance.now();
    const recorded = await begin(op, input, person, caller);
    const failed = async (error: unknown) => {
      const problem = problemOf(error, caller.requestId);
      if (typeof recorded === "function") await recorded(refusalOf(op, problem));
      note(op, caller, startedMs, problem, problem.status);
      throw problem;
    };
    const { raw } = await ofConsole(op, input, person, caller).catch(failed);
    const { send, ...answer } = raw as FileAnswer;
    return {
      ...answer,
      async send(write) {
        const rows = await send(write).catch(failed);
        const message = `${rows} rows.`;
        if (typeof recorded === "function") await recorded({ outcome: "ok", status: 200, message, body: null });
        note(op, caller, startedMs, undefined, 200);
        return rows;
      },
    };
  }

  // Not async itself: with async hooks on, as Next has them, each promise between a read and its answer has its price.
  function carryOut(op: Operation, input: Record<string, unknown>, person: Person, caller: Caller): Promise<Readable> {
    if (!isOfPlatform(op)) return ofConsole(op, input, person, caller);
    if (!caller.isShared || isWrite(op)) return observed(op, input, person, caller);
    // Whoever asked first may leave: the others still wait for it.
    return shared(op, input, async () => {
      const answer = await observed(op, input, person, { ...caller, signal: undefined, isBackground: true });
      return { ...answer, readAt: clock.now().toISOString() };
    });
  }

  async function ofConsole(op: Operation, input: Record<string, unknown>, person: Person, caller: Caller) {
    const handler = handlers.get(op.id);
    if (!handler) throw new Problem("no_such_operation", "There is no such operation.");
    const raw = await handler(input, { person, address: caller.address, requestId: caller.requestId });
    return { status: 200, text: JSON.stringify(raw), raw, drift: [] };
  }

  async function observed(op: Operation, input: Record<string, unknown>, person: Person, caller: Caller) {
    const startedMs = performance.now();
    const at = clock.now();
    const seen = { op, input, person, at, isBackground: caller.isBackground };
    try {
      const answer = await upstream.ask(op, input, caller);
      const ms = performance.now() - startedMs;
      console.observe({
        ...seen,
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
        console.observe({ ...seen, ms, status: problem?.upstream?.status ?? null, problem });
      throw error;
    }
  }

  async function begin(op: Operation, input: Record<string, unknown>, person: Person, caller: Caller) {
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
        const before = answerBefore(op, problem);
        if (!before) throw problem;
        return { before };
      });
    if (typeof id === "object") return id;
    // A row that cannot be ended reads "outcome unknown"; the answer itself is still worth giving.
    return (ending: AuditOutcome) =>
      console.audit
        .finish(id, ending)
        .catch((err: unknown) => log.error({ err, request_id: requestId }, "not ended"))
        .finally(() => console.changed([resourceOf(op), ...alwaysStale]));
  }

  function note(op: Operation, caller: Caller, startedMs: number, problem: Problem | undefined, status: number) {
    const ms = Math.round(performance.now() - startedMs);
    measures.answered(op, problem?.code ?? "ok", ms);
    const line = { request_id: caller.requestId, op: op.id, user: caller.person?.id, status, ms };
    log.info(problem ? { ...line, problem: problem.code, outcome: problem.outcome } : line, "answered");
  }

  return { call, file };
}

const answeredNow = ({ requestId }: Caller) => ({ requestId, readAt: clock.now().toISOString() });

/** The answer that the same request got before, where it was a success and is kept whole. */
function answerBefore(op: Operation, { code, upstream }: Problem): Readable | undefined {
  // Of an answer to a contact list only its counts are kept.
  if (code !== "sent_once" || op.body === "file" || upstream?.body === undefined || upstream.status >= 300)
    return undefined;
  const kept = { status: upstream.status, contentType: "", retryAfter: undefined, text: upstream.body };
  return attempt(() => readWhole(op, kept));
}

const operationsById = new Map<string, Operation>(gatewayOperations.map((op) => [op.id, op]));

/** The pages' bundle holds copies of the operations: what is allowed and sent is always this process's own. */
function ownOperation({ id }: Operation): Operation {
  const own = operationsById.get(id);
  if (!own) throw new Problem("no_such_operation", "There is no such operation.");
  return own;
}

export function allowed(op: Operation, person: Person | undefined): Person {
  if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
  if (op.allow.includes(person.role)) return person;
  throw new Problem("forbidden", undefined, { outcome: isWrite(op) ? "refused" : undefined });
}

function checked(op: Operation, given: Record<string, unknown>): Record<string, unknown> {
  const { success, data, error } = op.input.safeParse(given, { error: plainWords });
  if (success) return data;
  const [issue] = error.issues;
  const place = issue?.path.join(".");
  throw new Problem("bad_input", place ? `${place}: ${issue?.message}` : "The request was not understood.", {
    outcome: isWrite(op) ? "refused" : undefined,
  });
}

/** What is said of an input whose schema has no words of its own. */
function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_value") return `Enter ${issue.values.join(" or ")}.`;
  if (issue.code === "invalid_type") return issue.input === undefined ? "It is missing." : "It is of another kind.";
  return undefined;
}

/** What a write is about, as the audit names it: the values of its path, or else the input that its operation names. */
function targetOf(op: Operation, input: Record<string, unknown>) {
  const named = placeholdersOf(op);
  const names = named.length > 0 || op.about === undefined ? named : [op.about];
  return names.map((name) => String(input[name])).join(" ") || null;
}

/** The same with the request's id. Where something failed that was not foreseen, nobody knows how a send ended. */
function problemOf(error: unknown, requestId: string): Problem {
  const known = asProblem(error);
  const { status, retryAfterSeconds, upstream, cause } = known;
  const outcome = error instanceof Problem ? error.outcome : "unknown";
  return new Problem(known.code, known.message, { status, outcome, retryAfterSeconds, upstream, cause, requestId });
}

/** What the audit keeps of an answer. One to a contact list may repeat the contacts: no word of it is kept. */
function auditOutcomeOf(op: Operation, { status, text, raw }: Readable): AuditOutcome {
  const message = isPlainObject(raw) && typeof raw.message === "string" ? raw.message : null;
  const kept = isOfList(op) ? { message: null, body: countsIn(text) } : { message, body: text };
  return { outcome: "ok", status, ...kept };
}

/** The same for what went wrong. Our own sentences are kept in any case. */
function refusalOf(op: Operation, problem: Problem): AuditOutcome {
  const { upstream, outcome = "unknown", message } = problem;
  const status = upstream?.status ?? (outcome === "refused" ? problem.status : null);
  const body = upstream?.body ?? null;
  const isQuoted = upstream?.message !== undefined && message.includes(upstream.message);
  const kept = isOfList(op) ? { message: isQuoted ? null : message, body: countsIn(body) } : { message, body };
  return { outcome, status, ...kept };
}

const isOfList = (op: Operation) => op.body === "file";
