import type { Logger } from "pino";
import type { AuditOutcome } from "@/lib/audit/audited-send";
import { clock } from "@/lib/clock";
import type { Automatic, Person } from "@/lib/contract/actor";
import { apiOperations } from "@/lib/contract/api";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { consoleOperations } from "@/lib/contract/console";
import {
  alwaysStale,
  type FileAnswer,
  type FileStream,
  isOfPlatform,
  isWrite,
  type Operation,
  resourceOf,
} from "@/lib/contract/operation";
import { Problem, type ProblemCode, refused } from "@/lib/contract/problem";
import { exportName } from "@/lib/format/export-name";
import { countOf } from "@/lib/format/format-count";
import { stringifyJson } from "@/lib/format/json";
import { asProblem } from "@/lib/http/refuse";
import { outcomeOf, refusalOf, storedAnswer, targetOf } from "./audit-outcome";
import { refuseOutsideCampaigns } from "./calls-of-campaigns";
import { refuseBlocked } from "./confirmed-blocked";
import { refuseUnconfirmed } from "./confirmed-people";
import { type SentFile, sendList } from "./contact-gate/send-list";
import type { GatewayConsole } from "./gateway-console";
import { fileStream, maskedAnswer, maskedProblem, maskedTitle, refuseMasked } from "./masked-answer";
import type { Measures } from "./measures";
import { NumberGuesses } from "./number-guesses";
import type { ParsedAnswer } from "./parse-response";
import { openSearch } from "./sealed-search";
import { createSharedReads, type SharedReads } from "./shared-reads";
import { openCursor, openStandIns, sealCursor } from "./stand-ins";
import type { FileBody, Upstream } from "./upstream";
import { parseInput, requirePerson } from "./valid-call";

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
  file?: (Omit<SentFile, "signal"> & { detail: () => Record<string, unknown> }) | undefined;
  /** Set for writes of a rule or a schedule. `person` then only carries the role. */
  automatic?: Automatic;
};

export type GatewayAnswer = ParsedAnswer & { requestId: string; readAt: string };

type GatewayOptions = {
  upstream: Upstream;
  console: GatewayConsole;
  log: Logger;
  measures: Measures;
  /** Where contact lists wait while they are compared. */
  listDirectory: string;
  sharedReads?: SharedReads<ParsedAnswer>;
};

/** A request whose role and input are valid. */
type Call = { op: Operation; input: Record<string, unknown>; person: Person; caller: Caller; startedMs: number };

/** Never rejects. */
type FinishAudit = (outcome: AuditOutcome) => Promise<void>;

export const gatewayOperations: readonly Operation[] = [...apiOperations, ...consoleOperations];

/** The only entry to platform and console operations. Checks role and input, and records writes in the audit log. */
export class Gateway {
  private readonly options: GatewayOptions;
  private readonly handlers: Map<string, GatewayConsole["operations"][number]["run"]>;
  private readonly sharedReads: SharedReads<ParsedAnswer>;
  private readonly guesses: NumberGuesses;

  constructor(options: GatewayOptions) {
    this.options = options;
    this.handlers = new Map(options.console.operations.map(({ op, run }) => [op.id, run]));
    this.guesses = new NumberGuesses(options.console.audit);
    this.sharedReads = options.sharedReads ?? createSharedReads();
    options.console.onOutdated(this.sharedReads.outdate);
  }

  /** Masks phone numbers for people who do not see them. */
  async call(op: Operation, rawInput: Record<string, unknown>, caller: Caller): Promise<GatewayAnswer> {
    const { upstream, console } = this.options;
    const input = this.opened(rawInput);
    if (!caller.person?.hidesNumbers) return this.answer(op, input, caller);
    try {
      refuseMasked(input);
      const guess = { op, input: rawInput, person: caller.person, caller };
      const answer = await this.guesses.within(guess, () => this.answer(op, input, caller));
      return await maskedAnswer(op, answer, { upstream, seal: console.answerSeal });
    } catch (error) {
      throw maskedProblem(problemOf(error, caller.requestId));
    }
  }

  private opened(input: Record<string, unknown>) {
    const { answerSeal } = this.options.console;
    return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, openStandIns(answerSeal, value)]));
  }

  private async answer(
    requested: Operation,
    rawInput: Record<string, unknown>,
    caller: Caller,
  ): Promise<GatewayAnswer> {
    const call = checkCall(requested, rawInput, caller);
    const { op } = call;
    if (op.isFile) throw noSuchOperation();
    let finishAudit: FinishAudit | undefined;
    try {
      if (isWrite(op)) finishAudit = await this.beginAudit(call);
    } catch (error) {
      const stored = storedAnswer(op, error);
      if (stored) return { ...answerMeta(caller), ...stored };
      throw error;
    }
    try {
      await this.refuseUnsafe(call).catch(notSent);
      const answer = await this.executeWithList(call);
      if (finishAudit) await finishAudit({ ...outcomeOf(op, answer), detail: caller.file?.detail() });
      this.logAnswer(call, answer.status);
      return { ...answerMeta(caller), ...answer };
    } catch (error) {
      throw await this.recordFailure(call, error, finishAudit);
    }
  }

  /** Exports data of the console. The audit log records the export before its first byte, and its row count at the end. */
  async file(requested: Operation, rawInput: Record<string, unknown>, caller: Caller): Promise<FileStream> {
    const { person } = caller;
    const sent = openSearch(this.options.console.answerSeal, rawInput, person?.id);
    const input = this.opened(sent);
    if (!person?.hidesNumbers) return this.recordedFile(requested, input, caller);
    try {
      refuseMasked(input);
      const guess = { op: requested, input: sent, person, caller };
      return await this.guesses.ofFile(guess, () => this.recordedFile(requested, input, caller));
    } catch (error) {
      throw maskedProblem(problemOf(error, caller.requestId));
    }
  }

  private async recordedFile(
    requested: Operation,
    input: Record<string, unknown>,
    caller: Caller,
  ): Promise<FileStream> {
    const call = checkCall(requested, input, caller);
    const finishAudit = await this.beginAudit(call);
    const fail = async (error: unknown) => {
      throw await this.recordFailure(call, error, finishAudit);
    };
    const { raw } = await this.runConsoleOperation(call).catch(fail);
    const file = raw as FileAnswer;
    const maskText = (text: string) => this.options.upstream.maskText(call.op, text);
    const { send, title, ...answer } = fileStream(file, caller.person?.hidesNumbers ? maskText : undefined);
    const { name, email } = call.person;
    const origin = { platform: this.options.console.platform, by: name || email, at: clock.now() };
    return {
      ...answer,
      name: exportName(call.person.hidesNumbers ? maskedTitle(title) : title, origin),
      send: async (write) => {
        const rows = await send(write).catch(fail);
        await finishAudit({
          outcome: "ok",
          status: 200,
          message: file.isText ? null : `${countOf(rows, "row")}${call.person.hidesNumbers ? ", numbers hidden" : ""}.`,
          body: null,
        });
        this.logAnswer(call, 200);
        return rows;
      },
    };
  }

  /** A contact list is read and compared here, before any of it goes to the platform. */
  private async executeWithList(call: Call): Promise<ParsedAnswer> {
    const { file, signal } = call.caller;
    if (call.op.body !== "file" || !file) return this.execute(call);
    const { upstream, console, listDirectory: directory } = this.options;
    const { blockedAmong, newestBlock, recordUpload } = console;
    const gate = { directory, speed: upstream.uploadSpeed, blockedAmong, newestBlock };
    const send = (list: FileBody) => this.execute(call, list);
    return sendList({ ...file, signal }, { ...call, gate, recordUpload, send });
  }

  // Not async on purpose: Next enables async hooks, which make each additional promise expensive.
  private execute(call: Call, list?: FileBody): Promise<ParsedAnswer> {
    const { op, input, caller } = call;
    if (!isOfPlatform(op)) return this.runConsoleOperation(call);
    if (isWrite(op)) return this.requestPlatform(call, list);
    if (!caller.isShared) return this.sharedReads.keep(op, input, () => this.requestPlatform(call));
    // No signal: other callers still wait for this answer if the first one leaves.
    const shared = { ...call, caller: { ...caller, signal: undefined, isBackground: true } };
    return this.sharedReads.share(op, input, () => this.requestPlatform(shared));
  }

  /** Refuses to call or to end the call of somebody without what the operation requires. */
  private async refuseUnsafe(call: Call) {
    const { op, input, person, caller } = call;
    const { console } = this.options;
    const reader = { ...caller, signal: undefined, isBackground: true };
    const read = async (readOp: Operation, input: Record<string, unknown>, notRead: string) => {
      const request = this.requestPlatform({ ...call, op: readOp, input, caller: reader });
      return (await request.catch((error) => noRecordOr(error, notRead)))?.raw;
    };
    const readCall = (call_id: string) => read(getCall, { call_id }, "The call could not be read.");
    await refuseOutsideCampaigns(op, input, { role: person.role, readCall, console });
    const readCampaign = (campaign_id: string) =>
      read(getCampaign, { campaign_id }, "The people of the campaign could not be counted.");
    // The sender of scheduled actions compares their people with those at the time of the planning.
    const campaigns = caller.automatic ? undefined : op.confirms?.(input);
    if (campaigns) await refuseUnconfirmed(campaigns, { readCampaign, counterMeanings: console.counterMeanings });
    await refuseBlocked(op, input, { person, automatic: caller.automatic, console });
  }

  private async runConsoleOperation({ op, input, person, caller }: Call): Promise<ParsedAnswer> {
    const run = this.handlers.get(op.id);
    if (!run) throw noSuchOperation();
    const { answerSeal } = this.options.console;
    const opened = openCursor(answerSeal, op, input);
    const answer = await run(opened, { person, address: caller.address, requestId: caller.requestId });
    const raw = sealCursor(answerSeal, op, answer);
    return { status: 200, text: ownJson(raw), raw, drift: [] };
  }

  private async requestPlatform({ op, input, person, caller }: Call, file?: FileBody): Promise<ParsedAnswer> {
    const { upstream, console } = this.options;
    const startedMs = performance.now();
    const { isBackground, isShared } = caller;
    const request = { op, input, person, at: clock.now(), isBackground, isShared };
    try {
      const { requestId, signal, maxBytes } = caller;
      const answer = await upstream.request(op, input, { requestId, signal, maxBytes, file });
      const { status, raw, body, drift } = answer;
      console.observe({ ...request, ms: performance.now() - startedMs, status, problem: null, raw, body, drift });
      return answer;
    } catch (error) {
      const problem = error instanceof Problem ? error : null;
      const status = problem?.upstream?.status ?? null;
      if (isWrite(op) || !caller.signal?.aborted)
        console.observe({ ...request, ms: performance.now() - startedMs, status, problem });
      throw error;
    }
  }

  private async beginAudit({ op, input, person, caller }: Call): Promise<FinishAudit> {
    const { upstream, console, log } = this.options;
    const { requestId, address, automatic, file } = caller;
    const request = isOfPlatform(op) ? upstream.requestLine(op, input) : null;
    const detail = automatic?.detail ?? (op.isFile ? input : op.isInputKept ? { set: input } : file?.detail());
    const act = op.isInputKept ? undefined : op.phraseOf?.(input);
    const entry = { person, automatic, op, target: targetOf(op, input), request, requestId, address, detail, act };
    const id = await console.audit.begin(entry).catch((cause: unknown) => {
      const problem = problemOf(cause, requestId);
      const line = { request_id: requestId, op: op.id, user: person.id, problem: problem.code };
      if (problem.code === "not_recorded") log.error({ ...line, err: cause }, "not recorded");
      else log.warn(line, "not carried out");
      throw problem;
    });
    // If this fails, the audit entry stays "outcome unknown" and the caller still gets the answer.
    return (outcome) =>
      console.audit
        .finish(id, outcome)
        .catch((err: unknown) => log.error({ err, request_id: requestId }, "not ended"))
        .finally(() => console.changed([resourceOf(op), ...alwaysStale]));
  }

  /** Returns the Problem for the caller. */
  private async recordFailure(call: Call, error: unknown, finishAudit: FinishAudit | undefined): Promise<Problem> {
    const { op, caller } = call;
    const problem = problemOf(error, caller.requestId);
    await finishAudit?.({ ...refusalOf(op, problem), detail: caller.file?.detail() });
    this.logAnswer(call, problem.status, problem);
    const line = { err: error, request_id: caller.requestId, op: op.id };
    if (!(error instanceof Problem)) this.options.log.error(line, "unexpected");
    return problem;
  }

  private logAnswer({ op, caller, startedMs }: Call, status: number, problem?: Problem) {
    const ms = Math.round(performance.now() - startedMs);
    this.options.measures.answered(op, problem?.code ?? "ok", ms);
    const line = { request_id: caller.requestId, op: op.id, user: caller.person?.id, status, ms };
    this.options.log.info(problem ? { ...line, problem: problem.code, outcome: problem.outcome } : line, "answered");
  }
}

/** Problems of a platform that gives no such record, and is left to refuse the action itself. */
const noRecord: readonly string[] = ["not_found", "rejected", "upstream-forbidden"] satisfies ProblemCode[];

function notSent(cause: unknown): never {
  if (cause instanceof Problem) throw cause;
  throw refused("storage_down", "Switchboard could not check this. Nothing was sent.", { cause });
}

function noRecordOr(error: unknown, notRead: string): undefined {
  if (error instanceof Problem && noRecord.includes(error.code)) return;
  const why = error instanceof Problem ? error.message : "";
  throw refused("not_possible", `${notRead} Nothing was sent. ${why}`.trim(), { cause: error });
}

/** Only the few answers with exact digits need the slower writer. */
function ownJson(raw: unknown) {
  const text = JSON.stringify(raw);
  return text.includes('{"$digits":') ? stringifyJson(raw) : text;
}

const answerMeta = ({ requestId }: Caller) => ({ requestId, readAt: clock.now().toISOString() });

const noSuchOperation = () => new Problem("no_such_operation", "There is no such operation.");

function checkCall(requested: Operation, rawInput: Record<string, unknown>, caller: Caller): Call {
  const op = ownOperation(requested);
  const person = requirePerson(op, caller.person);
  return { op, input: parseInput(op, rawInput), person, caller, startedMs: performance.now() };
}

const operationsById = new Map<string, Operation>(gatewayOperations.map((op) => [op.id, op]));

/** Always uses this process's operation, because the pages' bundle passes its own copies. */
function ownOperation({ id }: Operation): Operation {
  const own = operationsById.get(id);
  if (!own) throw noSuchOperation();
  return own;
}

/** Adds the request ID. The outcome of a send is unknown after an unexpected error. */
function problemOf(error: unknown, requestId: string): Problem {
  const problem = asProblem(error);
  const { status, retryAfterSeconds, upstream, cause } = problem;
  const outcome = error instanceof Problem ? error.outcome : "unknown";
  return new Problem(problem.code, problem.message, { status, outcome, retryAfterSeconds, upstream, cause, requestId });
}
