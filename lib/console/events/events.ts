import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { z } from "zod";
import type { OpenDatabase } from "@/lib/db/database";
import { listen } from "@/lib/db/listen";

const channel = "switchboard_events";

/** PostgreSQL takes less than 8,000 bytes at once. */
const mostBytes = 7_500;
const longestName = 200;

/** In place of resources: everything may have changed, for it could not be heard what did. */
export const everything = "*";

const message = z.object({ from: z.string(), kind: z.enum(["changed", "looking"]), names: z.array(z.string()) });
type Message = z.output<typeof message>;
type Listener = (names: readonly string[]) => void;

type EventsOptions = {
  database: Pick<OpenDatabase, "url" | "pool">;
  log: Logger;
  /** What is said within this time is said together. */
  settleMs?: number;
};

/**
 * What changed, told to every process on one database by NOTIFY, this one included. Resources are named as in operation
 * ids. A process that could not hear for a while is told `everything` once it can again.
 */
export function createEvents({ database, log, settleMs = 50 }: EventsOptions) {
  const from = randomUUID();
  const listeners = { changed: new Set<Listener>(), looking: new Set<Listener>() };
  const waiting = { changed: new Set<string>(), looking: new Set<string>() };
  let wasUp = false;
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<unknown> = Promise.resolve();

  function hear(kind: Message["kind"], names: readonly string[]) {
    for (const listener of listeners[kind]) {
      try {
        listener(names);
      } catch (err) {
        log.error({ err }, "not told");
      }
    }
  }

  const listener = listen(database, {
    channel,
    onUp() {
      if (wasUp) hear("changed", [everything]);
      wasUp = true;
    },
    onMessage(payload) {
      const { data } = message.safeParse(jsonIn(payload));
      if (data && data.from !== from) hear(data.kind, data.names);
    },
    onDown: () => undefined,
  });

  function say(kind: Message["kind"], names: readonly string[]) {
    for (const name of names) if (name.length <= longestName) waiting[kind].add(name);
    timer ??= setTimeout(flush, settleMs).unref();
  }

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    for (const kind of ["changed", "looking"] as const) {
      const names = [...waiting[kind]];
      waiting[kind].clear();
      if (names.length === 0) continue;
      hear(kind, names);
      for (const some of piecesOf(names)) {
        const text = JSON.stringify({ from, kind, names: some } satisfies Message);
        telling = telling
          .then(() => database.pool.query("select pg_notify($1, $2)", [channel, text]))
          .catch((err: unknown) => log.warn({ err }, "other processes were not told what changed"));
      }
    }
  }

  return {
    /** Something of these resources is not what it was. Never throws and never waits. */
    changed: (resources: readonly string[]) => say("changed", resources),
    /** Somebody has these pages before their eyes now. */
    looking: (paths: readonly string[]) => say("looking", paths),
    onChanged: (run: Listener) => added(listeners.changed, run),
    onLooking: (run: Listener) => added(listeners.looking, run),
    async close() {
      flush();
      await telling;
      await listener.close();
    },
  };
}

function added(listeners: Set<Listener>, run: Listener) {
  listeners.add(run);
  return () => void listeners.delete(run);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
