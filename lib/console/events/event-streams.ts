import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { z } from "zod";
import { clock } from "@/lib/clock";
import type { SessionMemory } from "@/lib/console/auth/session-memory";
import type { Sessions } from "@/lib/console/auth/sessions";
import { type Counted, only, type Summaries } from "@/lib/console/summary";
import { apiOperations } from "@/lib/contract/api";
import { consoleOperations } from "@/lib/contract/console";
import { listAlerts } from "@/lib/contract/console/alerts";
import { everything, heartbeatMs, resourceIn, type StreamMessage } from "@/lib/contract/console/summary";
import { isAllowed, isWrite, type Role, resourceOf, roles } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { jsonBody } from "@/lib/http/json-body";
import { refuseCrossOrigin } from "@/lib/http/origins";
import { plainHeaders, refuse } from "@/lib/http/refuse";
import type { Events } from "./events";

type Parts = {
  events: Events;
  sessions: Pick<Sessions, "readerOf" | "activeRoles">;
  memory: Pick<SessionMemory, "onInvalidate">;
  summaries: Pick<Summaries, "all">;
  origins: readonly string[];
  log: Logger;
  limit: (person: string) => void;
  mostOfSession: number;
  /** Runs at every heartbeat while somebody listens. */
  onBeat?: () => void;
};

type Stream = { response: ServerResponse; id: string; role: Role; sessionId: string };

const mostWaitingBytes = 64 * 1024;
/** Clocks of several processes, and a change that was read just before it was announced. */
const marginMs = 1_000;
const mostRemembered = 1_000;
const settleMs = 1_000;
const reportAgainMs = 10_000;

/** Longer ones are not sent to other processes, and keep none of the others from it. */
const longestPath = 300;

const looks = z.object({ looking: z.array(z.string().startsWith("/")).max(40) });

const alerts = resourceOf(listAlerts);

/** Not sent to all: everybody has their own. */
const personal = new Set(["me"]);

/** `/api/events`: one stream a browser that says what changed and what the navigation counts, and who looks at what. */
export function createEventStreams(parts: Parts) {
  const { events, sessions, memory, summaries, origins, log, limit, mostOfSession, onBeat } = parts;
  const open = new Set<Stream>();
  const changedAtMs = new Map<string, number>();
  const lookedAtMs = new Map<string, number>();
  const startedMs = clock.nowMs();
  let counted: { counts: Counted; text: string } | undefined;
  /** The last counts that were sent to all. */
  let sentCounts: typeof counted;
  /** Whether a change of alerts was sent since the last count. */
  let hasAlertChange = false;
  let counting: Promise<void> | undefined;
  let countTimer: NodeJS.Timeout | undefined;
  let checkTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const stops = [
    events.onChangedKeys((names) => {
      // Of many records each is sent, and only their resource is remembered for who returns.
      for (const name of names)
        changedAtMs.set(changedAtMs.size < mostRemembered ? name : resourceIn(name), clock.nowMs());
      if (names.some((name) => resourceIn(name) === alerts || name === everything)) hasAlertChange = true;
      broadcast((role) => ({ keys: readable(names, role) }));
      countSoon();
    }),
    memory.onInvalidate(() => {
      checkTimer ??= setTimeout(() => void check(), 20).unref();
    }),
  ];
  const beating = setInterval(beat, heartbeatMs).unref();

  function beat() {
    if (open.size === 0) return;
    broadcast(() => ({}), true);
    countSoon();
    onBeat?.();
    void check();
  }

  /** The same text goes to everybody of a role. */
  function broadcast(messageFor: (role: Role) => StreamMessage, isEmptyToo = false) {
    const texts = new Map<Role, string>();
    for (const stream of open) {
      const message = texts.get(stream.role) ?? textFor(messageFor(stream.role), isEmptyToo);
      texts.set(stream.role, message);
      if (message !== "") write(stream, message);
    }
  }

  function write({ response }: Stream, text: string) {
    // One that was ended stands among the open ones until its connection is closed.
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > mostWaitingBytes) response.destroy();
    else response.write(text);
  }

  function countSoon() {
    if (open.size > 0) countTimer ??= setTimeout(() => void count(), settleMs).unref();
  }

  async function count() {
    countTimer = undefined;
    const hadAlertChange = hasAlertChange;
    hasAlertChange = false;
    // What is being counted already may have been read before the change.
    await counting;
    await recount();
    const now = counted;
    if (!now || now.text === sentCounts?.text) return;
    // Nothing else announces that a snooze ended by its time.
    const isNews = !hadAlertChange && now.counts.attention.text !== sentCounts?.counts.attention.text;
    sentCounts = now;
    if (isNews) changedAtMs.set(alerts, clock.nowMs());
    for (const stream of open) {
      const keys = isNews ? readable([alerts], stream.role) : [];
      write(stream, textFor({ keys, summary: only(stream, now.counts) }, false));
    }
  }

  /** Once, however many open a stream meanwhile. */
  function recount() {
    counting ??= summaries
      .all()
      .then((counts) => {
        counted = { counts, text: JSON.stringify([counts.summary, counts.attention.text]) };
      })
      .catch((err: unknown) => log.warn({ err }, "the counts could not be read"))
      .finally(() => {
        counting = undefined;
      });
    return counting;
  }

  /** Ends the streams of sessions that are over, or that stand for another role than they did. */
  async function check() {
    clearTimeout(checkTimer);
    checkTimer = undefined;
    const asked = [...open];
    if (asked.length === 0) return;
    try {
      const roles = await sessions.activeRoles([...new Set(asked.map(({ sessionId }) => sessionId))]);
      for (const stream of asked) if (roles.get(stream.sessionId) !== stream.role) stream.response.end();
    } catch (err) {
      log.warn({ err }, "the sessions of open streams could not be looked up");
    }
  }

  async function listenTo(request: IncomingMessage, response: ServerResponse, requestId: string) {
    if (isClosed) throw new Problem("busy", "Switchboard is stopping.", { retryAfterSeconds: 1 });
    // A browser opens a stream again by itself.
    const person = await sessions.readerOf(request.headers.cookie, true);
    if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
    const { "sec-fetch-site": site = "same-origin" } = request.headers;
    if (site !== "same-origin") throw new Problem("cross_origin");
    if (!counted || open.size === 0) await recount();
    if (response.destroyed || isClosed) return;
    if (open.size === 0) sentCounts = counted;
    const stream = { response, id: person.id, role: person.role, sessionId: person.sessionId };
    response.writeHead(200, {
      ...plainHeaders(requestId),
      "content-type": "text/event-stream; charset=utf-8",
      // Neither a proxy nor a cache may hold it up or pack it.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    makeRoom(stream.sessionId);
    open.add(stream);
    response.once("close", () => open.delete(stream));
    const keys = readable(missedSince(heardUntilMs(request)), person.role);
    write(stream, textFor({ keys, ...(counted ? { summary: only(person, counted.counts) } : {}) }, true));
    void check();
  }

  /** The newest one gets its place: the oldest may be one whose browser left without a word. */
  function makeRoom(sessionId: string) {
    const own = [...open].filter((each) => each.sessionId === sessionId);
    for (const each of own.slice(0, Math.max(0, own.length - mostOfSession + 1))) each.response.destroy();
  }

  function missedSince(sinceMs: number | undefined): readonly string[] {
    if (sinceMs === undefined) return [];
    if (sinceMs < startedMs || sinceMs > clock.nowMs() + marginMs) return [everything];
    return [...changedAtMs].filter(([, atMs]) => atMs >= sinceMs - marginMs).map(([name]) => name);
  }

  async function look(request: IncomingMessage, response: ServerResponse, requestId: string) {
    const { cookie, "x-switchboard-unattended": unattended } = request.headers;
    const person = await sessions.readerOf(cookie, unattended === "1");
    if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
    limit(person.id);
    refuseCrossOrigin(request, origins);
    const { data } = looks.safeParse(await jsonBody(request, { largestBytes: 16 * 1024 }));
    if (!data) throw new Problem("bad_input");
    const nowMs = performance.now();
    const fresh = data.looking.filter(
      (path) =>
        path.length <= longestPath && nowMs - (lookedAtMs.get(path) ?? Number.NEGATIVE_INFINITY) > reportAgainMs,
    );
    if (lookedAtMs.size > 5_000) lookedAtMs.clear();
    for (const path of fresh) lookedAtMs.set(path, nowMs);
    if (fresh.length > 0) events.looking(fresh);
    response.writeHead(204, plainHeaders(requestId)).end();
  }

  return {
    async answer(request: IncomingMessage, response: ServerResponse, requestId: string) {
      try {
        if (request.method === "GET") await listenTo(request, response, requestId);
        else if (request.method === "POST") await look(request, response, requestId);
        else throw new Problem("no_such_operation", "There is no such operation.");
      } catch (error) {
        refuse(response, error, { requestId, log });
      }
    },
    /** Ends every stream, so that nothing waits for them, and opens no other. */
    close() {
      isClosed = true;
      clearInterval(beating);
      clearTimeout(countTimer);
      clearTimeout(checkTimer);
      for (const stop of stops) stop();
      for (const { response } of open) response.end(() => response.socket?.destroySoon());
    },
  };
}

function textFor(message: StreamMessage, isEmptyToo: boolean) {
  const { keys = [], ...rest } = message;
  const content = keys.length > 0 ? { keys, ...rest } : rest;
  if (Object.keys(content).length === 0 && !isEmptyToo) return "";
  return `id: ${clock.nowMs()}\ndata: ${JSON.stringify(content)}\n\n`;
}

/** Until when the browser knows what changed, by a server's clock: the last message's id, or what its page was made with. */
function heardUntilMs({ url = "", headers }: IncomingMessage) {
  const given = headers["last-event-id"] ?? new URLSearchParams(url.split("?")[1]).get("since") ?? "";
  return /^\d{1,16}$/.test(String(given)) ? Number(given) : undefined;
}

const readableBy = new Map(
  roles.map((role) => {
    const reads = [...apiOperations, ...consoleOperations].filter((op) => !isWrite(op) && isAllowed(op, role));
    return [role, new Set(reads.map(resourceOf).filter((name) => !personal.has(name)))];
  }),
);

const readable = (names: readonly string[], role: Role) =>
  names.includes(everything) ? [everything] : names.filter((name) => readableBy.get(role)?.has(resourceIn(name)));
