import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import * as z from "zod/mini";
import type { SessionMemory } from "@/lib/auth/session-memory";
import type { Sessions } from "@/lib/auth/sessions";
import { clock } from "@/lib/clock";
import { apiOperations } from "@/lib/contract/api";
import { consoleOperations } from "@/lib/contract/console";
import { listAlerts } from "@/lib/contract/console/alerts";
import { everything, heartbeatMs, resourceIn, type StreamMessage } from "@/lib/contract/console/summary";
import { isAllowed, isWrite, type Role, resourceOf, roles } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Events } from "@/lib/events/events";
import { jsonBody } from "@/lib/http/json-body";
import { refuseCrossOrigin } from "@/lib/http/origins";
import { plainHeaders, refuse } from "@/lib/http/refuse";
import { type Summaries, type SummaryCounts, visibleTo } from "./summary";

type EventStreamsOptions = {
  events: Events;
  sessions: Pick<Sessions, "readerOf" | "activeRoles">;
  memory: Pick<SessionMemory, "onInvalidate">;
  summaries: Pick<Summaries, "all">;
  origins: readonly string[];
  log: Logger;
  limit: (person: string) => void;
  maxPerSession: number;
  /** Runs at each heartbeat while a stream is open. */
  onHeartbeat?: () => void;
};

type Stream = { response: ServerResponse; id: string; role: Role; sessionId: string };

const maxBufferedBytes = 64 * 1024;
/** Tolerance for clock differences between processes, and for changes that were read before they were published. */
const marginMs = 1_000;
const maxRememberedKeys = 1_000;
const settleMs = 1_000;
const reportAgainMs = 10_000;

/** Longer paths are not published. They must not make the others fail. */
const maxPathLength = 300;

const viewReport = z.object({ looking: z.array(z.string().check(z.startsWith("/"))).check(z.maxLength(40)) });

const alerts = resourceOf(listAlerts);

/** Resources that differ per person and are not broadcast. */
const personal = new Set(["me"]);

/** Serves `/api/events`. The stream sends changed keys and navigation counts. POST reports the viewed pages. */
export function createEventStreams(options: EventStreamsOptions) {
  const { events, sessions, memory, summaries, origins, log, limit, maxPerSession, onHeartbeat } = options;
  const open = new Set<Stream>();
  const changedAtMs = new Map<string, number>();
  const viewedAtMs = new Map<string, number>();
  const startedMs = clock.nowMs();
  let latest: { counts: SummaryCounts; text: string } | undefined;
  /** The last counts that were broadcast. */
  let broadcastCounts: typeof latest;
  /** True if a change of alerts was sent after the last count. */
  let hasAlertChange = false;
  let counting: Promise<void> | undefined;
  let countTimer: NodeJS.Timeout | undefined;
  let checkTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const stops = [
    events.onChangedKeys((names) => {
      // When many keys are remembered, only the resource is remembered for browsers that reconnect.
      for (const name of names)
        changedAtMs.set(changedAtMs.size < maxRememberedKeys ? name : resourceIn(name), clock.nowMs());
      if (names.some((name) => resourceIn(name) === alerts || name === everything)) hasAlertChange = true;
      broadcast((role) => ({ keys: readable(names, role) }));
      countSoon();
    }),
    memory.onInvalidate(() => {
      checkTimer ??= setTimeout(() => void check(), 20).unref();
    }),
  ];
  const heartbeatTimer = setInterval(sendHeartbeat, heartbeatMs).unref();

  function sendHeartbeat() {
    if (open.size === 0) return;
    broadcast(() => ({}), true);
    countSoon();
    onHeartbeat?.();
    void check();
  }

  /** Builds each message once per role. */
  function broadcast(messageFor: (role: Role) => StreamMessage, isEmptyToo = false) {
    const texts = new Map<Role, string>();
    for (const stream of open) {
      const message = texts.get(stream.role) ?? textFor(messageFor(stream.role), isEmptyToo);
      texts.set(stream.role, message);
      if (message !== "") write(stream, message);
    }
  }

  function write({ response }: Stream, text: string) {
    // An ended stream stays in `open` until its connection is closed.
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > maxBufferedBytes) response.destroy();
    else response.write(text);
  }

  function countSoon() {
    if (open.size > 0) countTimer ??= setTimeout(() => void count(), settleMs).unref();
  }

  async function count() {
    countTimer = undefined;
    const hadAlertChange = hasAlertChange;
    hasAlertChange = false;
    // A count in progress may have been read before the change.
    await counting;
    await recount();
    const now = latest;
    if (!now || now.text === broadcastCounts?.text) return;
    // The end of a snooze is not published as a change. Only the counts show it.
    const hasSnoozeEnded = !hadAlertChange && now.counts.attention.text !== broadcastCounts?.counts.attention.text;
    broadcastCounts = now;
    if (hasSnoozeEnded) changedAtMs.set(alerts, clock.nowMs());
    for (const stream of open) {
      const keys = hasSnoozeEnded ? readable([alerts], stream.role) : [];
      write(stream, textFor({ keys, summary: visibleTo(stream, now.counts) }, false));
    }
  }

  /** Concurrent calls share one query. */
  function recount() {
    counting ??= summaries
      .all()
      .then((counts) => {
        latest = { counts, text: JSON.stringify([counts.summary, counts.attention.text]) };
      })
      .catch((err: unknown) => log.warn({ err }, "the counts could not be read"))
      .finally(() => {
        counting = undefined;
      });
    return counting;
  }

  /** Ends streams whose session has ended or whose role has changed. */
  async function check() {
    clearTimeout(checkTimer);
    checkTimer = undefined;
    const streams = [...open];
    if (streams.length === 0) return;
    try {
      const roles = await sessions.activeRoles([...new Set(streams.map(({ sessionId }) => sessionId))]);
      for (const stream of streams) if (roles.get(stream.sessionId) !== stream.role) stream.response.end();
    } catch (err) {
      log.warn({ err }, "the sessions of open streams could not be looked up");
    }
  }

  async function openStream(request: IncomingMessage, response: ServerResponse, requestId: string) {
    if (isClosed) throw new Problem("busy", "Switchboard is stopping.", { retryAfterSeconds: 1 });
    // Browsers reconnect by themselves, so this must not keep a session active.
    const person = await sessions.readerOf(request.headers.cookie, true);
    if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
    const { "sec-fetch-site": site = "same-origin" } = request.headers;
    if (site !== "same-origin") throw new Problem("cross_origin");
    if (!latest || open.size === 0) await recount();
    if (response.destroyed || isClosed) return;
    if (open.size === 0) broadcastCounts = latest;
    const stream = { response, id: person.id, role: person.role, sessionId: person.sessionId };
    response.writeHead(200, {
      ...plainHeaders(requestId),
      "content-type": "text/event-stream; charset=utf-8",
      // Proxies and caches must not buffer or compress the stream.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    makeRoom(stream.sessionId);
    open.add(stream);
    response.once("close", () => open.delete(stream));
    const keys = readable(missedSince(lastMessageMs(request)), person.role);
    write(stream, textFor({ keys, ...(latest ? { summary: visibleTo(person, latest.counts) } : {}) }, true));
    void check();
  }

  /** Closes the oldest streams of a session. Their browser may be gone without closing the connection. */
  function makeRoom(sessionId: string) {
    const own = [...open].filter((stream) => stream.sessionId === sessionId);
    for (const stream of own.slice(0, Math.max(0, own.length - maxPerSession + 1))) stream.response.destroy();
  }

  function missedSince(sinceMs: number | undefined): readonly string[] {
    if (sinceMs === undefined) return [];
    if (sinceMs < startedMs || sinceMs > clock.nowMs() + marginMs) return [everything];
    return [...changedAtMs].filter(([, atMs]) => atMs >= sinceMs - marginMs).map(([name]) => name);
  }

  async function reportViewed(request: IncomingMessage, response: ServerResponse, requestId: string) {
    const { cookie, "x-switchboard-unattended": unattended } = request.headers;
    const person = await sessions.readerOf(cookie, unattended === "1");
    if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
    limit(person.id);
    refuseCrossOrigin(request, origins);
    const { data } = viewReport.safeParse(await jsonBody(request, { largestBytes: 16 * 1024 }));
    if (!data) throw new Problem("bad_input");
    const nowMs = performance.now();
    const newPaths = data.looking.filter(
      (path) =>
        path.length <= maxPathLength && nowMs - (viewedAtMs.get(path) ?? Number.NEGATIVE_INFINITY) > reportAgainMs,
    );
    if (viewedAtMs.size > 5_000) viewedAtMs.clear();
    for (const path of newPaths) viewedAtMs.set(path, nowMs);
    if (newPaths.length > 0) events.viewed(newPaths);
    response.writeHead(204, plainHeaders(requestId)).end();
  }

  return {
    async answer(request: IncomingMessage, response: ServerResponse, requestId: string) {
      try {
        if (request.method === "GET") await openStream(request, response, requestId);
        else if (request.method === "POST") await reportViewed(request, response, requestId);
        else throw new Problem("no_such_operation", "There is no such operation.");
      } catch (error) {
        refuse(response, error, { requestId, log });
      }
    },
    /** Ends all streams, which would delay a shutdown, and rejects new ones. */
    close() {
      isClosed = true;
      clearInterval(heartbeatTimer);
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

/** Server time of the last message that the browser got, or else of its page. */
function lastMessageMs({ url = "", headers }: IncomingMessage) {
  const id = headers["last-event-id"] ?? new URLSearchParams(url.split("?")[1]).get("since") ?? "";
  return /^\d{1,16}$/.test(String(id)) ? Number(id) : undefined;
}

const readableBy = new Map(
  roles.map((role) => {
    const reads = [...apiOperations, ...consoleOperations].filter((op) => !isWrite(op) && isAllowed(op, role));
    return [role, new Set(reads.map(resourceOf).filter((name) => !personal.has(name)))];
  }),
);

const readable = (names: readonly string[], role: Role) =>
  names.includes(everything) ? [everything] : names.filter((name) => readableBy.get(role)?.has(resourceIn(name)));
