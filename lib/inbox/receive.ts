import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { Database } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { attempt } from "@/lib/format/attempt";
import { isPlainObject } from "@/lib/format/json";
import { createMemoryBudget } from "@/lib/gateway/memory-budget";
import { maskTokens, tokenIn } from "@/lib/hook-token";
import { startTicker } from "@/lib/jobs/ticker";
import { createAddressBook, type HookAddress, signingOf } from "./address-book";
import { keepArrival, type NewArrival } from "./keep-arrival";
import { unpackBody } from "./parse-body";
import { type Signing, type Verdict, verify } from "./signature";
import { createSpool } from "./spool";
import { createStrays } from "./strays";
import { takeBody } from "./take-body";

type ReceiverOptions = {
  /** Its own connections, so that a flood of events does not delay people. */
  db: Database;
  secret: string;
  /** Where arrivals wait while the database is away. */
  directory: string;
  log: Logger;
};

const memoryBytes = 64 * 1024 * 1024;
const mostAtOnce = 200;
const drainEveryMs = 1_000;
/** A database that takes longer is taken to be away, for this time. */
const awayMs = 3_000;

export type Receiver = ReturnType<typeof createReceiver>;

/**
 * Receives the platform's events at `/hooks/<token>`, by any method. An event is answered with 200 once it is durable, in the
 * database or on disk, whether it can be read or not: many senders give up after another answer, or never send again.
 */
export function createReceiver({ db, secret, directory, log }: ReceiverOptions) {
  const book = createAddressBook(db);
  const strays = createStrays(db, log);
  const budget = createMemoryBudget(memoryBytes);
  const { keep, drain } = createStorage({ db, directory, log });
  const drainer = startTicker({ name: "loading events that waited on disk", everyMs: drainEveryMs, run: drain, log });
  let open = 0;

  async function take(request: IncomingMessage, response: ServerResponse, address: HookAddress) {
    const query = new URLSearchParams(queryOf(request));
    const taken = await takeBody(request, budget);
    try {
      const { body, size, isCut } = taken;
      const challenge = challengeIn(query, body);
      const isRead = request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
      const isCheck = challenge !== undefined || (isRead && query.size === 0);
      const verdict = await verdictOf(signingOf(secret, address), request.headers, body);
      const isRefused = !isCheck && address.refusesUnsigned && verdict !== "signed";
      const id = `rcv_${randomUUID().replaceAll("-", "")}`;
      await keep({
        ...{ id, accountId: address.accountId, addressId: address.id, at: clock.now() },
        kind: isCheck ? "check" : isRefused ? "refused" : "event",
        ...{
          verdict,
          method: request.method ?? "",
          query: storable(query.toString()),
          headers: keptHeaders(request.headers),
        },
        ...{ size, isCut, body, fault: isRefused ? refusalOf(verdict) : null },
      });
      if (challenge !== undefined) return answer(response, 200, challenge, "text/plain");
      if (isRefused) return answerJson(response, 401, { received: false, error: "This event has no valid signature." });
      response.setHeader("x-receipt-id", id);
      return answerJson(response, 200, { received: true, id });
    } finally {
      taken.release();
    }
  }

  /** False if the path is no address of events. */
  async function answerHook(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const token = tokenIn((request.url ?? "").split("?", 1)[0] ?? "");
    if (token === undefined) return false;
    const address = await book.find(token);
    if (!address || address.removedAt) {
      const [status, error] = address ? [410, "This address was removed."] : [404, "There is no such address."];
      const client = String(request.headers["x-forwarded-for"] ?? request.socket.remoteAddress ?? "");
      strays.count({ accountId: address?.accountId ?? "", status, client, method: request.method ?? "" }, token);
      answerJson(response, status, { received: false, error });
    } else if (open >= mostAtOnce) answerBusy(response);
    else {
      open += 1;
      await take(request, response, address)
        .catch((err: unknown) => {
          log.error({ err }, "an event was not stored");
          answerBusy(response);
        })
        .finally(() => {
          open -= 1;
        });
    }
    return true;
  }

  return {
    answer: answerHook,
    /** Loads addresses again, because one was made or removed. */
    changed: () => book.load(),
    stop: () => Promise.all([drainer.stop(), strays.stop()]),
  };
}

/** Stores arrivals in the database, or on disk while it is away. */
function createStorage({ db, directory, log }: Pick<ReceiverOptions, "db" | "directory" | "log">) {
  const spool = createSpool(directory);
  let awayUntilMs = 0;
  return {
    drain: () => spool.drain((arrival) => inTime(keepArrival(db, arrival))),
    async keep(arrival: NewArrival) {
      if (performance.now() < awayUntilMs) return spool.write(arrival);
      try {
        await inTime(keepArrival(db, arrival));
      } catch (err) {
        if (performance.now() >= awayUntilMs)
          log.warn({ err }, "events wait on disk, because the database does not store them");
        awayUntilMs = performance.now() + awayMs;
        await spool.write(arrival);
      }
    },
  };
}

/** What is stored later than that, although it also waits on disk, is stored once. */
function inTime(storing: Promise<void>): Promise<void> {
  storing.catch(() => {});
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The database did not answer in time.")), awayMs);
    storing.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Some senders sign the text before they pack it. */
async function verdictOf(signing: Signing, headers: IncomingHttpHeaders, body: Buffer): Promise<Verdict> {
  const verdict = verify(signing, headers, body);
  const encoding = headers["content-encoding"];
  const plain = verdict === "failed" && encoding ? await unpackBody(encoding, body) : undefined;
  return plain ? verify(signing, headers, plain) : verdict;
}

const queryOf = ({ url = "" }: IncomingMessage) => (url.includes("?") ? url.slice(url.indexOf("?") + 1) : "");

const refusalOf = (verdict: string) =>
  verdict === "failed"
    ? "Its signature is not valid, and this address refuses such events."
    : "It has no signature, and this address refuses such events.";

const secretHeader = /authorization|cookie|secret|token|signature|password|api-?key/;
const ownHeader = /^(x-forwarded-|connection$|host$)/;

/** Headers as sent, without secrets and without what proxies add. */
function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ownHeader.test(name))
      .map(([name, value]) => [
        name,
        secretHeader.test(name) ? "•••" : storable(maskTokens(String(value))).slice(0, 2_000),
      ]),
  );
}

const answerJson = (response: ServerResponse, status: number, body: object) =>
  answer(response, status, JSON.stringify(body), "application/json");

function answerBusy(response: ServerResponse) {
  if (response.headersSent || response.destroyed) return;
  response.setHeader("retry-after", "5");
  response.setHeader("connection", "close");
  answerJson(response, 503, { received: false, error: "Not stored. Send it again." });
}

function answer(response: ServerResponse, status: number, text: string, type: string) {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(text);
}

const challengeNames = ["hub.challenge", "challenge", "validationToken", "check", "crc_token"];
const isEchoable = (text: unknown): text is string =>
  typeof text === "string" && /^[A-Za-z0-9._~+/=-]{1,512}$/.test(text);
const largestCheckBytes = 4_096;

/**
 * The text that a platform wants echoed before it uses an address: a parameter of its address, or the `challenge` of a small JSON body.
 * Undefined for an event.
 */
function challengeIn(query: URLSearchParams, body: Buffer): string | undefined {
  const asked = challengeNames.map((name) => query.get(name)).find(isEchoable);
  if (asked !== undefined || body.length === 0 || body.length > largestCheckBytes) return asked;
  const parsed: unknown = attempt(() => JSON.parse(body.toString("utf8")));
  return isPlainObject(parsed) && isEchoable(parsed.challenge) ? parsed.challenge : undefined;
}
