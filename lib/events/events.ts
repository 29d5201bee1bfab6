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
  const local = createListeners(log);
  let wasUp = false;

  const listener = listen(database.url, {
    channel,
    onUp() {
      if (wasUp) local.notify("changed", [everything], false);
      wasUp = true;
    },
    onMessage(payload) {
      const { data } = message.safeParse(attempt(() => JSON.parse(payload)));
      if (data && data.from !== from) local.notify(data.kind, data.names, false);
    },
  });

  const { publish, flush } = createPublisher({
    settleMs,
    onFlush: (kind, names) => local.notify(kind, names, true),
    async notifyOthers(kind, names) {
      const text = JSON.stringify({ from, kind, names } satisfies Message);
      try {
        await database.pool.query("select pg_notify($1, $2)", [channel, text]);
      } catch (err) {
        log.warn({ err }, "other processes were not notified of what changed");
      }
    },
  });

  return {
    /** Publishes changed query keys, as in `StreamMessage`. Never throws and never waits. */
    changed: (keys: readonly string[]) => publish("changed", keys),
    /** Publishes query keys of data that a read of this process found changed. Its answer is already here. */
    found: (keys: readonly string[]) => publish("found", keys),
    /** Publishes paths of pages, or IDs of polling tasks, that have a viewer now. */
    viewed: (names: readonly string[]) => publish("looking", names),
    /** Publishes resources and records that something was sent to. Earlier reads of them are stale. */
    sent: (names: readonly string[]) => publish("sent", names),
    onSent: (run: Listener) => local.on("sent", run),
    /** Publishes IDs of polling tasks whose result was stored. */
    polled: (tasks: readonly string[]) => publish("polled", tasks),
    onPolled: (run: Listener) => local.on("polled", run),
    /** Subscribes to every key that changed or was read again, as in `StreamMessage`. */
    onChangedKeys: (run: Listener) => local.on("changed", run),
    /** Subscribes to the keys of what changed since this process read it. */
    onOutdated: local.onOutdated,
    /** Subscribes to the resources with a change in any record. */
    onChanged: (run: Listener) =>
      local.on("changed", (names) => {
        const resources = changedResources(names);
        if (resources.length > 0) run(resources);
      }),
    onViewed: (run: Listener) => local.on("looking", run),
    async close() {
      await flush();
      await listener.close();
    },
  };
}

type Kind = Message["kind"];

/** Listeners of this process. */
function createListeners(log: Logger) {
  const byKind = setPerKind<Listener>();
  /** Get the keys of what changed since this process read it. */
  const outdated = new Set<Listener>();
  return {
    notify(kind: Kind, names: readonly string[], isOwn: boolean) {
      if (kind === "changed" || (kind === "found" && !isOwn)) notifyAll(outdated, names, log);
      notifyAll(byKind[kind === "found" ? "changed" : kind], names, log);
    },
    on: (kind: Kind, run: Listener) => subscribe(byKind[kind], run),
    onOutdated: (run: Listener) => subscribe(outdated, run),
  };
}

type PublisherOptions = {
  settleMs: number;
  /** Called with all names of a kind, before other processes get them. */
  onFlush: (kind: Kind, names: readonly string[]) => void;
  /** Never rejects. */
  notifyOthers: (kind: Kind, names: string[]) => Promise<void>;
};

/** Collects names for a moment, so that one change to many records is few notifications. They are sent in order. */
function createPublisher({ settleMs, onFlush, notifyOthers }: PublisherOptions) {
  const waiting = setPerKind<string>();
  let timer: NodeJS.Timeout | undefined;
  let notifying: Promise<void> = Promise.resolve();

  function publish(kind: Kind, names: readonly string[]) {
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
      onFlush(kind, names);
      for (const batch of batchesOf(names)) notifying = notifying.then(() => notifyOthers(kind, batch));
    }
    return notifying;
  }

  return { publish, flush };
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
