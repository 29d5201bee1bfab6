import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { z } from "zod";
import { everything, resourceIn } from "@/lib/contract/console/summary";
import type { OpenDatabase } from "@/lib/db/database";
import { listen } from "@/lib/db/listen";
import { attempt } from "@/lib/format/attempt";

const channel = "switchboard_events";

/** PostgreSQL takes less than 8,000 bytes at once. */
const mostBytes = 7_500;
const longestName = 600;

const kinds = ["changed", "looking", "sent"] as const;
const message = z.object({ from: z.string(), kind: z.enum(kinds), names: z.array(z.string()) });
type Message = z.output<typeof message>;
type Listener = (names: readonly string[]) => void;

export type Events = ReturnType<typeof createEvents>;

type EventsOptions = {
  database: Pick<OpenDatabase, "url" | "pool">;
  log: Logger;
  /** Events within this time are sent together. */
  settleMs?: number;
};

/**
 * Sends what changed to every process on one database by NOTIFY, this one included. Resources are named as in operation
 * ids. A process that lost its connection hears `everything` once it listens again.
 */
export function createEvents({ database, log, settleMs = 50 }: EventsOptions) {
  const from = randomUUID();
  const listeners = { changed: new Set<Listener>(), looking: new Set<Listener>(), sent: new Set<Listener>() };
  const waiting = { changed: new Set<string>(), looking: new Set<string>(), sent: new Set<string>() };
  let wasUp = false;
  let timer: NodeJS.Timeout | undefined;
  let notifying: Promise<unknown> = Promise.resolve();

  function notifyListeners(kind: Message["kind"], names: readonly string[]) {
    for (const listener of listeners[kind]) {
      try {
        listener(names);
      } catch (err) {
        log.error({ err }, "a listener to events failed");
      }
    }
  }

  const listener = listen(database, {
    channel,
    onUp() {
      if (wasUp) notifyListeners("changed", [everything]);
      wasUp = true;
    },
    onMessage(payload) {
      const { data } = message.safeParse(attempt(() => JSON.parse(payload)));
      if (data && data.from !== from) notifyListeners(data.kind, data.names);
    },
    onDown: () => undefined,
  });

  function publish(kind: Message["kind"], names: readonly string[]) {
    for (const name of names) if (name.length <= longestName) waiting[kind].add(name);
    timer ??= setTimeout(flush, settleMs).unref();
  }

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    for (const kind of kinds) {
      const names = [...waiting[kind]];
      waiting[kind].clear();
      if (names.length === 0) continue;
      notifyListeners(kind, names);
      for (const some of piecesOf(names)) {
        const text = JSON.stringify({ from, kind, names: some } satisfies Message);
        notifying = notifying
          .then(() => database.pool.query("select pg_notify($1, $2)", [channel, text]))
          .catch((err: unknown) => log.warn({ err }, "other processes were not notified of what changed"));
      }
    }
  }

  return {
    /** Something of these is not what it was: keys as in `StreamMessage`. Never throws and never waits. */
    changed: (keys: readonly string[]) => publish("changed", keys),
    /** Somebody has these pages before their eyes now. */
    looking: (paths: readonly string[]) => publish("looking", paths),
    /** Something was sent to the platform that touches these: what was read of them before is old. */
    sent: (names: readonly string[]) => publish("sent", names),
    onSent: (run: Listener) => added(listeners.sent, run),
    /** Every key that changed or was read again: see `StreamMessage`. */
    onChangedKeys: (run: Listener) => added(listeners.changed, run),
    /** The resources of which something changed, whichever of their records. */
    onChanged: (run: Listener) =>
      added(listeners.changed, (names) => {
        const resources = new Set(names.filter((name) => !isReread.test(name)).map(resourceIn));
        if (resources.size > 0) run([...resources]);
      }),
    onLooking: (run: Listener) => added(listeners.looking, run),
    async close() {
      flush();
      await notifying;
      await listener.close();
    },
  };
}

/** One operation alone: what it reads was looked at again, and nothing changed. */
const isReread = /^[^ ]*\./;

function added(listeners: Set<Listener>, run: Listener) {
  listeners.add(run);
  return () => void listeners.delete(run);
}

/** The names in as few messages as can be sent. */
function piecesOf(names: readonly string[]) {
  const pieces: string[][] = [[]];
  let bytes = 0;
  for (const name of names) {
    const more = Buffer.byteLength(JSON.stringify(name)) + 1;
    if (bytes + more > mostBytes) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(name);
    bytes += more;
  }
  return pieces;
}
