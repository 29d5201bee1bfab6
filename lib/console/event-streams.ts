import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { SessionChanges } from "@/lib/auth/session-changes";
import type { Sessions } from "@/lib/auth/sessions";
import { clock } from "@/lib/clock";
import { apiOperations } from "@/lib/contract/api";
import { consoleOperations } from "@/lib/contract/console";
import { listAlerts } from "@/lib/contract/console/alerts";
import { everything, heartbeatMs, resourceIn, type StreamMessage } from "@/lib/contract/console/summary";
import { isAllowed, isWrite, type Role, resourceOf, roles } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { mayHideNumbers } from "@/lib/db/console/number-masking";
import type { Events } from "@/lib/events/events";
import { plainHeaders, refuse } from "@/lib/http/refuse";
import { onceAtATime } from "@/lib/jobs/once-at-a-time";
import { numbersInText } from "@/lib/numbers/mask-numbers";
import { type Summaries, type SummaryCounts, visibleTo } from "./summary";

type EventStreamsOptions = {
  events: Events;
  sessions: Pick<Sessions, "personOf" | "activeRoles">;
  sessionChanges: Pick<SessionChanges, "onChange">;
  summaries: Pick<Summaries, "all">;
  log: Logger;
  limit: (person: string) => void;
  maxPerSession: number;
  /** The page whose masked ID a path has. */
  openPath: (path: string) => string;
  /** Runs at each heartbeat while a stream is open. */
  onHeartbeat?: () => void;
};

/** `page` is the path that the browser shows. */
type Stream = { response: ServerResponse; id: string; role: Role; sessionId: string; page: string | undefined };

const maxBufferedBytes = 64 * 1024;
/** Tolerance for clock differences between processes, and for changes that were read before they were published. */
const marginMs = 1_000;
const maxRememberedKeys = 1_000;
const settleMs = 1_000;

/** Longer paths are not published. They must not make the others fail. */
const maxPathLength = 300;
/** With a masked ID, which carries its sealed form. */
const longestMaskedPath = 1_200;

const alerts = resourceOf(listAlerts);

/** Resources that differ per person and are not broadcast. */
const personal = new Set(["me"]);

type Latest = { counts: SummaryCounts; text: string };

/**
 * Serves `/api/events`. A stream sends changed keys and navigation counts. Its address names the shown page, whose data is then
 * polled more often.
 */
export class EventStreams {
  private readonly open = new Set<Stream>();
  get size() {
    return this.open.size;
  }
  private readonly changedAtMs = new Map<string, number>();
  private readonly startedMs = clock.nowMs();
  private readonly stops: (() => void)[];
  private readonly heartbeatTimer: NodeJS.Timeout;
  private countTimer: NodeJS.Timeout | undefined;
  private checkTimer: NodeJS.Timeout | undefined;
  private latest: Latest | undefined;
  /** The last counts that were broadcast. */
  private broadcastCounts: Latest | undefined;
  /** True if a change of alerts was sent after the last count. */
  private hasAlertChange = false;
  private isClosed = false;

  constructor(private readonly options: EventStreamsOptions) {
    const { events, sessionChanges } = options;
    this.stops = [
      events.onChangedKeys((names) => this.sendChanged(names)),
      sessionChanges.onChange(() => {
        this.checkTimer ??= setTimeout(() => void this.check(), 20).unref();
      }),
    ];
    this.heartbeatTimer = setInterval(() => this.sendHeartbeat(), heartbeatMs).unref();
  }

  async answer(request: IncomingMessage, response: ServerResponse, requestId: string) {
    try {
      if (request.method === "GET") await this.openStream(request, response, requestId);
      else throw new Problem("no_such_operation", "There is no such operation.");
    } catch (error) {
      refuse(response, error, { requestId, log: this.options.log });
    }
  }

  /** Ends all streams, which would delay a shutdown, and rejects new ones. */
  close() {
    this.isClosed = true;
    clearInterval(this.heartbeatTimer);
    clearTimeout(this.countTimer);
    clearTimeout(this.checkTimer);
    for (const stop of this.stops) stop();
    for (const { response } of this.open) response.end(() => response.socket?.destroySoon());
  }

  private sendChanged(names: readonly string[]) {
    // When many keys are remembered, only the resource is remembered for browsers that reconnect.
    for (const name of names)
      this.changedAtMs.set(this.changedAtMs.size < maxRememberedKeys ? name : resourceIn(name), clock.nowMs());
    if (names.some((name) => resourceIn(name) === alerts || name === everything)) this.hasAlertChange = true;
    this.broadcast((role) => ({ keys: readable(names, role) }));
    this.countSoon();
  }

  private sendHeartbeat() {
    if (this.open.size === 0) return;
    this.broadcast(() => ({}), true);
    this.countSoon();
    this.publishViewed([...this.open]);
    this.options.onHeartbeat?.();
    void this.check();
  }

  /** Builds each message once per role. */
  private broadcast(messageFor: (role: Role) => StreamMessage, isEmptyToo = false) {
    const texts = new Map<Role, string>();
    for (const stream of this.open) {
      const message = texts.get(stream.role) ?? textFor(messageFor(stream.role), isEmptyToo);
      texts.set(stream.role, message);
      if (message !== "") write(stream, message);
    }
  }

  private countSoon() {
    if (this.open.size > 0) this.countTimer ??= setTimeout(() => void this.count(), settleMs).unref();
  }

  private async count() {
    this.countTimer = undefined;
    const hadAlertChange = this.hasAlertChange;
    this.hasAlertChange = false;
    await this.recount();
    const now = this.latest;
    if (!now || now.text === this.broadcastCounts?.text) return;
    // The end of a snooze is not published as a change. Only the counts show it.
    const hasSnoozeEnded = !hadAlertChange && now.counts.attention.text !== this.broadcastCounts?.counts.attention.text;
    this.broadcastCounts = now;
    if (hasSnoozeEnded) this.changedAtMs.set(alerts, clock.nowMs());
    for (const stream of this.open) {
      const keys = hasSnoozeEnded ? readable([alerts], stream.role) : [];
      write(stream, textFor({ keys, summary: visibleTo(stream, now.counts) }, false));
    }
  }

  private readonly recount = onceAtATime(async () => {
    const { summaries, log } = this.options;
    try {
      const counts = await summaries.all();
      this.latest = { counts, text: JSON.stringify([counts.summary, counts.attention.text]) };
    } catch (err) {
      log.warn({ err }, "the counts could not be read");
    }
  });

  /** Ends streams whose session has ended or whose role has changed. */
  private async check() {
    clearTimeout(this.checkTimer);
    this.checkTimer = undefined;
    const streams = [...this.open];
    if (streams.length === 0) return;
    const { sessions, log } = this.options;
    try {
      const roles = await sessions.activeRoles([...new Set(streams.map(({ sessionId }) => sessionId))]);
      for (const stream of streams) if (roles.get(stream.sessionId) !== stream.role) stream.response.end();
    } catch (err) {
      log.warn({ err }, "the sessions of open streams could not be checked");
    }
  }

  private async openStream(request: IncomingMessage, response: ServerResponse, requestId: string) {
    if (this.isClosed) throw new Problem("busy", "Switchboard is stopping.", { retryAfterSeconds: 1 });
    // Browsers reconnect by themselves, so this must not keep a session active.
    const person = await this.options.sessions.personOf(request.headers.cookie, true);
    if (!person) throw new Problem("unauthenticated", "Sign in to continue.");
    const { "sec-fetch-site": site = "same-origin" } = request.headers;
    if (site !== "same-origin") throw new Problem("cross_origin");
    this.options.limit(person.id);
    if (!this.latest || this.open.size === 0) await this.recount();
    if (response.destroyed || this.isClosed) return;
    if (this.open.size === 0) this.broadcastCounts = this.latest;
    const query = new URLSearchParams(request.url?.split("?")[1]);
    const stream = {
      response,
      id: person.id,
      role: person.role,
      sessionId: person.sessionId,
      page: pageIn(query, this.options.openPath),
    };
    response.writeHead(200, {
      ...plainHeaders(requestId),
      "content-type": "text/event-stream; charset=utf-8",
      // Proxies and caches must not buffer or compress the stream.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    this.makeRoom(stream.sessionId);
    this.open.add(stream);
    response.once("close", () => this.open.delete(stream));
    this.publishViewed([stream]);
    const keys = readable(this.missedSince(lastMessageMs(request, query)), person.role);
    const summary = this.latest && { summary: visibleTo(person, this.latest.counts) };
    write(stream, textFor({ keys, ...summary, role: person.role }, true));
    void this.check();
  }

  /** Closes the oldest streams of a session. Their browser may be gone without closing the connection. */
  private makeRoom(sessionId: string) {
    const own = [...this.open].filter((stream) => stream.sessionId === sessionId);
    for (const stream of own.slice(0, Math.max(0, own.length - this.options.maxPerSession + 1)))
      stream.response.destroy();
  }

  private missedSince(sinceMs: number | undefined): readonly string[] {
    if (sinceMs === undefined) return [];
    if (sinceMs < this.startedMs || sinceMs > clock.nowMs() + marginMs) return [everything];
    return [...this.changedAtMs].filter(([, atMs]) => atMs >= sinceMs - marginMs).map(([name]) => name);
  }

  private publishViewed(streams: readonly Stream[]) {
    const pages = new Set(streams.flatMap(({ page }) => page ?? []));
    if (pages.size > 0) this.options.events.viewed([...pages]);
  }
}

function write({ response }: Stream, text: string) {
  // An ended stream stays open here until its connection is closed.
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > maxBufferedBytes) response.destroy();
  else response.write(text);
}

function textFor(message: StreamMessage, isEmptyToo: boolean) {
  const { keys = [], ...rest } = message;
  const content = keys.length > 0 ? { keys, ...rest } : rest;
  if (Object.keys(content).length === 0 && !isEmptyToo) return "";
  return `id: ${clock.nowMs()}\ndata: ${JSON.stringify(content)}\n\n`;
}

/** Server time of the last message that the browser got, or else of its page. */
function lastMessageMs({ headers }: IncomingMessage, query: URLSearchParams) {
  const id = headers["last-event-id"] ?? query.get("since") ?? "";
  return /^\d{1,16}$/.test(String(id)) ? Number(id) : undefined;
}

function pageIn(query: URLSearchParams, openPath: EventStreamsOptions["openPath"]) {
  const page = query.get("page");
  const opened = page?.startsWith("/") && page.length <= longestMaskedPath ? openPath(page) : "";
  return opened !== "" && opened.length <= maxPathLength ? opened : undefined;
}

const readableBy = new Map(
  roles.map((role) => {
    const reads = [...apiOperations, ...consoleOperations].filter((op) => !isWrite(op) && isAllowed(op, role));
    return [role, new Set(reads.map(resourceOf).filter((name) => !personal.has(name)))];
  }),
);

function readable(names: readonly string[], role: Role): string[] {
  if (names.includes(everything)) return [everything];
  const readableNames = names.filter((name) => readableBy.get(role)?.has(resourceIn(name)));
  return mayHideNumbers(role) ? [...new Set(readableNames.map(withoutNumber))] : readableNames;
}

/** An ID can hold a phone number. Then the whole resource counts as changed. */
const withoutNumber = (name: string) =>
  numbersInText(name).length > 0 || nationalNumber.test(name) ? resourceIn(name) : name;

const nationalNumber = /(?<!\d)0[1-9]\d{7,11}(?!\d)/;
