import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import * as z from "zod/mini";
import { everything, resourceIn } from "@/lib/contract/console/summary";
import type { OpenDatabase } from "@/lib/db/database";
import { listen } from "@/lib/db/listen";
import { attempt } from "@/lib/format/attempt";

const channel = "switchboard_events";

/** PostgreSQL accepts less than 8,000 bytes per notification. */
const maxBytes = 7_500;
const maxNameLength = 600;

const kinds = ["changed", "found", "looking", "polled", "sent"] as const;
const message = z.object({ from: z.string(), kind: z.enum(kinds), names: z.array(z.string()) });
type Message = z.output<typeof message>;
type Listener = (names: readonly string[]) => void;

export type Events = ReturnType<typeof createEvents>;

type EventsOptions = {
  database: Pick<OpenDatabase, "url" | "pool">;
  log: Logger;
  settleMs?: number;
};

/**
 * Publishes events to all processes on a database with NOTIFY, including this one. Resources are named as in operation IDs.
 * After a process lost its connection, its listeners get `everything` as changed.
 */
export function createEvents({ database, log, settleMs = 50 }: EventsOptions) {
  const from = randomUUID();
  const listeners = setPerKind<Listener>();
  /** Get the keys of what changed since this process read it. */
  const outdated = new Set<Listener>();
  const waiting = setPerKind<string>();
  let wasUp = false;
  let timer: NodeJS.Timeout | undefined;
  let notifying: Promise<unknown> = Promise.resolve();

  function notifyListeners(kind: Message["kind"], names: readonly string[], isOwn: boolean) {
    if (kind === "changed" || (kind === "found" && !isOwn)) notifyAll(outdated, names, log);
    notifyAll(listeners[kind === "found" ? "changed" : kind], names, log);
  }

  const listener = listen(database.url, {
    channel,
    onUp() {
      if (wasUp) notifyListeners("changed", [everything], false);
      wasUp = true;
    },
    onMessage(payload) {
      const { data } = message.safeParse(attempt(() => JSON.parse(payload)));
      if (data && data.from !== from) notifyListeners(data.kind, data.names, false);
    },
  });

  function publish(kind: Message["kind"], names: readonly string[]) {
    for (const name of names) if (name.length <= maxNameLength) waiting[kind].add(name);
    timer ??= setTimeout(flush, settleMs).unref();
  }

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    for (const kind of kinds) {
      const names = [...waiting[kind]];
      waiting[kind].clear();
      if (names.length === 0) continue;
      notifyListeners(kind, names, true);
      for (const batch of batchesOf(names)) {
        const text = JSON.stringify({ from, kind, names: batch } satisfies Message);
        notifying = notifying
          .then(() => database.pool.query("select pg_notify($1, $2)", [channel, text]))
          .catch((err: unknown) => log.warn({ err }, "other processes were not notified of what changed"));
      }
    }
  }

  return {
    /** Publishes changed query keys, as in `StreamMessage`. Never throws and never waits. */
    changed: (keys: readonly string[]) => publish("changed", keys),
    /** Publishes query keys of data that a read of this process found changed. Its answer is already here. */
    found: (keys: readonly string[]) => publish("found", keys),
    /** Publishes paths of pages, or IDs of polling tasks, that have a viewer now. */
    viewed: (names: readonly string[]) => publish("looking", names),
    /** Publishes resources and records that something was sent to. Earlier reads of them are stale. */
    sent: (names: readonly string[]) => publish("sent", names),
    onSent: (run: Listener) => subscribe(listeners.sent, run),
    /** Publishes IDs of polling tasks whose result was stored. */
    polled: (tasks: readonly string[]) => publish("polled", tasks),
    onPolled: (run: Listener) => subscribe(listeners.polled, run),
    /** Subscribes to every key that changed or was read again, as in `StreamMessage`. */
    onChangedKeys: (run: Listener) => subscribe(listeners.changed, run),
    /** Subscribes to the keys of what changed since this process read it. */
    onOutdated: (run: Listener) => subscribe(outdated, run),
    /** Subscribes to the resources with a change in any record. */
    onChanged: (run: Listener) =>
      subscribe(listeners.changed, (names) => {
        const resources = changedResources(names);
        if (resources.length > 0) run(resources);
      }),
    onViewed: (run: Listener) => subscribe(listeners.looking, run),
    async close() {
      flush();
      await notifying;
      await listener.close();
    },
  };
}

const setPerKind = <T>() => ({
  changed: new Set<T>(),
  found: new Set<T>(),
  looking: new Set<T>(),
  polled: new Set<T>(),
  sent: new Set<T>(),
});

/** The key of a single operation means that its data was read again without a change. */
const isReread = /^[^ ]*\./;

const changedResources = (names: readonly string[]) => [
  ...new Set(names.filter((name) => !isReread.test(name)).map(resourceIn)),
];

function notifyAll(listeners: ReadonlySet<Listener>, names: readonly string[], log: Logger) {
  for (const listener of listeners) {
    try {
      listener(names);
    } catch (err) {
      log.error({ err }, "a listener to events failed");
    }
  }
}

function subscribe(listeners: Set<Listener>, run: Listener) {
  listeners.add(run);
  return () => void listeners.delete(run);
}

/** Splits names into batches that fit into one notification each. */
function batchesOf(names: readonly string[]) {
  const batches: string[][] = [[]];
  let bytes = 0;
  for (const name of names) {
    const nameBytes = Buffer.byteLength(JSON.stringify(name)) + 1;
    if (bytes + nameBytes > maxBytes) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(name);
    bytes += nameBytes;
  }
  return batches;
}
