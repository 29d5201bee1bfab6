import { createAlerts } from "@/lib/alerts/watch";
import { createAutomation } from "@/lib/automation/automation";
import { createBackups } from "@/lib/backup/automatic-backups";
import type { Collect } from "@/lib/collector/collect";
import { Collector } from "@/lib/collector/collector";
import { isOwnUrl } from "@/lib/db/own-url";
import { createDisk } from "@/lib/inbox/disk";
import { createInbox } from "@/lib/inbox/inbox";
import { startTicker } from "@/lib/jobs/ticker";
import type { ConsoleOptions } from "./console-types";
import type { Core } from "./core";
import { blockedByDigits } from "./do-not-call";
import { uploadedTo } from "./sent-numbers";
import { isDiskLow } from "./storage";

const hourMs = 3_600_000;

export type Background = ReturnType<typeof startBackground>;

/** Work without a request: polls, received events, pauses of campaigns, scheduled actions, alerts, backups, and the removal of old sessions. */
export function startBackground(core: Core, options: ConsoleOptions) {
  const { db, accountId, sessions, loginThrottle, events } = core;
  const { collector, automation, inbox, whenStored } = options.collect
    ? startCollecting(core, options, options.collect)
    : {};
  const isLeading = () => collector?.isLeading() === true;
  const alerts = createAlerts({
    ...options,
    accountId,
    isLeading,
    isDiskLow: () => isDiskLow(db),
    changed: events.changed,
    onChanged: events.onChanged,
  });
  const backups = createBackups({ ...options, isLeading, changed: events.changed });
  const sweep = () => Promise.all([sessions.sweep(), loginThrottle.sweep()]);
  const sweeper = startTicker({ name: "old sessions", everyMs: hourMs, run: sweep, log: options.log });
  let stopped: Promise<unknown> | undefined;

  /** The collector stops last, because it holds the lead. */
  async function stopAll() {
    await Promise.allSettled([sweeper.stop(), automation?.close(), alerts.close(), inbox?.close(), backups.stop()]);
    await collector?.close();
  }

  return {
    collector,
    automation,
    inbox,
    alerts,
    backups,
    /** Resolves when all records that were read until now are stored. */
    whenStored: async () => whenStored?.(),
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
}

/** Polls the platform, and acts on what it finds. */
function startCollecting(core: Core, options: ConsoleOptions, collect: Collect) {
  const { database, reads, secret, origin, hooksOrigin = origin, log } = options;
  const { db, trail, events, erasures, observer, health } = core;
  const readObserved = observer.observed(health.observed(collect.read));
  const read: Collect["read"] = async (op, input) => {
    const answer = await readObserved(op, input);
    await erasures.people.refresh();
    return erasures.people.inAnswer(op, answer);
  };
  const collector = new Collector({
    ...collect,
    read,
    database,
    changed: events.found,
    polled: events.polled,
    sent: { publish: events.sent, subscribe: events.onSent },
    onCall: (ref) => inbox.mergeRecord(ref),
    log,
  });
  const whenStored = async () => {
    const isUnderWay = await collector.whenStored();
    return (await observer.flush()) || isUnderWay;
  };
  erasures.whenStored = whenStored;
  events.onViewed((names) => collector.viewed(names));
  const { isLeading } = collector;
  const automation = createAutomation({ ...collect, db, trail, isLeading, changed: events.changed, log });
  const campaignsOf = uploadedTo(db, collect.accountId, secret);
  const blockedOf = blockedByDigits(db, secret);
  const ofInbox = {
    db,
    reads: reads.db,
    secret,
    hooksOrigin,
    campaignsOf,
    blockedOf,
    isLeading,
    changed: events.changed,
    log,
  };
  const inbox = createInbox({
    ...ofInbox,
    eraser: erasures.people.arrivalEraser,
    accountId: collect.accountId,
    read: health.observed(collect.read),
    urgent: core.urgent.db,
    disk: createDisk({ directory: options.dataDirectory ?? ".", holdsDatabase: isOwnUrl(database.url) }),
  });
  return { collector, automation, inbox, whenStored };
}
