import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { Database } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { attempt } from "@/lib/format/attempt";
import { createMemoryBudget } from "@/lib/gateway/memory-budget";
import { maskTokens, tokenIn } from "@/lib/hook-token";
import { networkOf } from "@/lib/http/client-address";
import { startTicker } from "@/lib/jobs/ticker";
import { createAddressBook, type HookAddress, signingOf } from "./address-book";
import { contentOf, smallContent } from "./arrival-content";
import type { Disk } from "./disk";
import { readEvent } from "./facts";
import { type Handshake, handshakeOf } from "./handshake";
import { keptHeaders } from "./kept-headers";
import { createPlaces, type OpenRequest } from "./places";
import { checkSignature, type SignatureCheck } from "./signature";
import type { Signing } from "./signing-secret";
import { createSpool } from "./spool";
import { type NewArrival, storeArrival } from "./store-arrival";
import { type TakenBody, takeBody } from "./take-body";
import { createStrays } from "./unknown-requests";
import { unpackBody } from "./unpack-body";
import { createUsage } from "./usage";

type ReceiverOptions = {
  /** Its own connections, so that a flood of events does not delay people. */
  db: Database;
  secret: string;
  /** Where arrivals wait while the database is away. */
  directory: string;
  /** The disk of that directory. */
  disk: Disk;
  log: Logger;
};

const memoryBytes = 64 * 1024 * 1024;
const mostAtOnce = 200;
const drainEveryMs = 1_000;
/** A database that takes longer is taken to be away, for this time. */
const awayMs = 3_000;

type Admitted = { address: HookAddress; place: OpenRequest; givenUp: AbortSignal };

export type Receiver = ReturnType<typeof createReceiver>;

/**
 * Receives the platform's events at `/hooks/<token>`, by any method. An event is answered with 200 once it is durable, in the
 * database or on disk, whether it can be read or not: many senders give up after another answer, or never send again.
 */
export function createReceiver({ db, secret, directory, disk, log }: ReceiverOptions) {
  const book = createAddressBook(db);
  const unknownRequests = createStrays(db, log);
  const budget = createMemoryBudget(memoryBytes);
  const usage = createUsage(db, disk, log);
  const { keep, drain } = createStorage({ db, directory, disk, log });
  const drainer = startTicker({ name: "loading events that waited on disk", everyMs: drainEveryMs, run: drain, log });
  const places = createPlaces(mostAtOnce);

  const countStray = (
    request: IncomingMessage,
    status: number,
    { accountId, lastFour }: Pick<HookAddress, "accountId" | "lastFour">,
  ) => unknownRequests.count({ accountId, status, lastFour, client: clientOf(request), method: request.method ?? "" });

  async function take(request: IncomingMessage, response: ServerResponse, { address, ...at }: Admitted) {
    const taken = await takeBody(request, { budget, ...at });
    try {
      const { head, handshake } = await classify(secret, address, request, taken);
      const kept = await keptOf(head, taken.body, (bytes) => usage.leftOut(address, bytes));
      const isRefused = head.kind === "refused";
      if (isRefused && kept.leftOut !== null && kept.leftOut !== "refused") countStray(request, 401, address);
      else await keep({ ...head, ...kept });
      answerTaken(response, head, handshake);
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
      countStray(request, status, { accountId: address?.accountId ?? "", lastFour: lastFourOf(token) });
      answerJson(response, status, { received: false, error });
      return true;
    }
    const giveUp = new AbortController();
    const place = places.take(`${address.id} ${networkOf(clientOf(request))}`, () => giveUp.abort());
    if (!place) answerBusy(response);
    else
      await take(request, response, { address, place, givenUp: giveUp.signal })
        .catch((err: unknown) => {
          log.error({ err }, "an event was not stored");
          answerBusy(response);
        })
        .finally(() => places.leave(place));
    return true;
  }

  return {
    answer: answerHook,
    /** Loads addresses again, because one was made or removed. */
    changed: () => book.load(),
    stop: () => Promise.all([drainer.stop(), unknownRequests.stop(), usage.stop()]),
  };
}

/** Stores arrivals in the database, or on disk while it is away. */
function createStorage({ db, directory, disk, log }: Pick<ReceiverOptions, "db" | "directory" | "disk" | "log">) {
  const spool = createSpool(directory, disk);
  let awayUntilMs = 0;
  return {
    drain: () => spool.drain((arrival) => inTime(storeArrival(db, arrival))),
    async keep(arrival: NewArrival) {
      if (performance.now() < awayUntilMs) return spool.write(arrival);
      try {
        await inTime(storeArrival(db, arrival));
      } catch (err) {
        if (performance.now() >= awayUntilMs)
          log.warn({ err }, "events wait on disk, because the database does not store them");
        awayUntilMs = performance.now() + awayMs;
        await spool.write(arrival);
      }
    },
  };
}

/** Rejects if storing takes too long. The copy on disk is then imported later, and stored only once. */
function inTime(storing: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The database did not answer in time.")), awayMs);
    storing.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Decides if a request is an event, a check by the platform or a person, or refused. */
async function classify(
  secret: string,
  address: HookAddress,
  request: IncomingMessage,
  { body, size, isCut }: TakenBody,
): Promise<{ head: Head; handshake: Handshake | undefined }> {
  const { headers, method = "" } = request;
  const query = new URLSearchParams(queryOf(request));
  const handshake =
    handshakeOf({ method, headers, query, body }) ??
    (method === "GET" && !(await holdsFacts(query, headers, body)) ? {} : undefined);
  const isCheck = handshake !== undefined;
  const signature = await checkOf(signingOf(secret, address), headers, body);
  const { verdict } = signature;
  const isRefused = !isCheck && address.refusesUnsigned && verdict !== "signed";
  const kind: NewArrival["kind"] = isCheck ? "check" : isRefused ? "refused" : "event";
  const head = {
    ...{ id: `rcv_${randomUUID().replaceAll("-", "")}`, accountId: address.accountId, addressId: address.id },
    ...{ at: clock.now(), kind, verdict, method, query: storable(maskTokens(query.toString())), size, isCut },
    headers: keptHeaders(headers, address.signingHeader),
    fault: isRefused ? `${signature.fault} This address refuses such events.` : (handshake?.note ?? null),
    confirmUrl: handshake?.confirmUrl ?? null,
    signatureFault: isCheck ? null : signature.fault,
  };
  return { head, handshake };
}

function answerTaken(response: ServerResponse, { id, kind }: Head, handshake: Handshake | undefined) {
  for (const [name, value] of Object.entries(handshake?.headers ?? {})) response.setHeader(name, value);
  if (handshake?.answer) return answer(response, 200, handshake.answer.text, handshake.answer.type);
  if (kind === "refused")
    return answerJson(response, 401, { received: false, error: "This event has no valid signature." });
  response.setHeader("x-receipt-id", id);
  return answerJson(response, 200, { received: true, id });
}

/** Stored part of the body of a request that is no event. */
const firstBytes = 8 * 1024;

type Head = Omit<NewArrival, "body">;

/**
 * Stored part of a body. If it must be left out, the facts are read from it now, into `content`. Of a request that is no event only
 * a first part is kept, because whoever has the address could fill the disk with them.
 */
async function keptOf(
  head: Head,
  body: Buffer,
  leftOut: (bytes: number) => "budget" | "disk" | undefined,
): Promise<Pick<NewArrival, "body" | "leftOut" | "content">> {
  const isEvent = head.kind === "event";
  const wanted = isEvent ? body : Buffer.from(body.subarray(0, firstBytes));
  const reason = leftOut(wanted.length);
  if (!reason) return { body: wanted, leftOut: wanted.length < body.length ? "refused" : null, content: null };
  const content = isEvent ? smallContent(await contentOf(head, body)) : null;
  return { body: Buffer.alloc(0), leftOut: reason, content };
}

const clientOf = ({ headers, socket }: IncomingMessage) =>
  String(headers["x-forwarded-for"] ?? socket.remoteAddress ?? "");

/** Also with what a person or a program added to the address: a blank, a quotation mark, a dot, another path. */
function lastFourOf(token: string): string {
  const plain = attempt(() => decodeURIComponent(token)) ?? token;
  const signs = /^[^a-z2-7]*([a-z2-7]+)/i.exec(plain)?.[1]?.toLowerCase() ?? "";
  return signs.length < 4 ? "" : signs.slice(-4);
}

/** Some senders sign the text before they pack it. */
async function checkOf(signing: Signing, headers: IncomingHttpHeaders, body: Buffer): Promise<SignatureCheck> {
  const check = checkSignature(signing, headers, body);
  if (check.verdict !== "failed") return check;
  const plain = await unpackBody(headers["content-encoding"], body);
  if (!plain?.isWhole || plain.bytes.equals(body)) return check;
  const ofPlain = checkSignature(signing, headers, plain.bytes);
  return ofPlain.verdict === "signed" ? ofPlain : check;
}

/** People and link checkers open an address, and add what they like to it. A status alone can be theirs. */
async function holdsFacts(query: URLSearchParams, headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> {
  const sent = { headers: keptHeaders(headers, null), query: query.toString(), isCut: false, size: body.length };
  const { items } = await contentOf(sent, body);
  return items.some((item) => {
    const { name, eventId, facts } = readEvent(item, { known: [], isOwnNumber: () => false });
    const { status: _status, direction: _direction, ...telling } = facts;
    return name !== null || eventId !== null || Object.values(telling).some((fact) => fact !== null);
  });
}

const queryOf = ({ url = "" }: IncomingMessage) => (url.includes("?") ? url.slice(url.indexOf("?") + 1) : "");

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
