import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { makeBodyDays } from "@/lib/db/console/body-days";
import type { Database } from "@/lib/db/database";
import type { Observation } from "@/lib/gateway/observation";
import { startTicker } from "@/lib/jobs/ticker";
import { numberOf } from "@/lib/numbers/read-number";
import { addresses } from "./addresses";
import { knownRecords } from "./call-records";
import { createLooks, lookEveryMs, storeAnswer } from "./call-state";
import { updateFigures } from "./campaign-figures";
import { createIdCheck } from "./confirm-ids";
import { removeOldDenied } from "./denied";
import type { Disk } from "./disk";
import { foundCalls } from "./found-calls";
import { takeInboxTurn } from "./inbox-turn";
import { pairEvents } from "./pair-events";
import {
  type BlockedOf,
  type CampaignsOf,
  mergeCalls,
  type ReadArrivals,
  readAgain,
  readArrivals,
} from "./read-arrivals";
import { received } from "./received";
import { results } from "./results";
import { makeRoom, space } from "./space";
import { removeOldUsage } from "./usage";

export type InboxOptions = Pick<Collect, "accountId" | "read"> & {
  db: Database;
  /** Connections for slow reads. */
  reads: Database;
  /** Connections that also write while the disk is nearly full. */
  urgent: Database;
  disk: Disk;
  secret: string;
  hooksOrigin: string;
  campaignsOf: CampaignsOf;
  blockedOf: BlockedOf;
  eraser?: ReadArrivals["eraser"];
  isLeading: () => boolean;
  changed: (resources: string[]) => void;
  log: Logger;
};

const readEveryMs = 1_000;
const pairEveryMs = 1_000;
const confirmEveryMs = 15_000;
const figuresEveryMs = 5_000;
/** A large campaign that runs changes all the time: at most a tenth of the time goes into its figures. */
const restFactor = 9;
const makeDaysEveryMs = 3_600_000;
const makeRoomEveryMs = 1_000;
const mergedAtOnce = 100;

/** Reads what the receiver stored, and asks the platform for what it cannot tell. Only the leader does either. */
export function createInbox(options: InboxOptions) {
  const { reads, accountId, db, changed, log } = options;
  const tickers = [...startUpkeep(options), ...startReading(options)];
  return {
    mergeRecord: (ref: string) => mergeRecords(options, [ref]),
    /** Never throws and never waits. */
    observe: (observation: Observation) =>
      void storeAnswer(db, accountId, observation).then(
        (isOver) => isOver && changed(["found-calls"]),
        (err: unknown) => log.warn({ err }, "the end of a call could not be kept"),
      ),
    operations: [
      ...addresses(options),
      ...space(options),
      ...received(reads, accountId),
      ...foundCalls(reads, accountId),
      ...results(reads, accountId, options.blockedOf),
    ],
    close: () => Promise.all(tickers.map((ticker) => ticker.stop())),
  };
}

/** Tables for the content of the coming days, and room on the disk. */
function startUpkeep(options: InboxOptions) {
  const { db, isLeading, changed, log } = options;

  async function makeDays() {
    if (!isLeading()) return;
    await makeBodyDays(db);
    await removeOldUsage(db);
    await removeOldDenied(db);
  }

  async function makeRoomIfLow() {
    if (isLeading() && (await makeRoom(options))) changed(["received", "inbox", "kept"]);
  }

  return [
    startTicker({ name: "making a table for the content of a day", everyMs: makeDaysEveryMs, run: makeDays, log }),
    startTicker({ name: "making room on the disk", everyMs: makeRoomEveryMs, run: makeRoomIfLow, log }),
  ];
}

/** Makes calls from events and records, and asks the platform about both. */
function startReading(options: InboxOptions) {
  const { db, accountId, isLeading, changed, log } = options;
  const reading = { ...options, ownNumbers: () => ownNumbers(db, accountId) };
  const confirmId = createIdCheck(options);
  const look = createLooks(options);

  async function readNew() {
    if (!isLeading()) return;
    let count = 0;
    let named = 0;
    for (let some = 1; some > 0; count += some) {
      const results = [await readArrivals(reading), await readAgain(reading)];
      some = results.reduce((sum, result) => sum + result.count, 0);
      named += results.reduce((sum, result) => sum + result.named, 0);
    }
    if (count > 0) changed(["received", "deliveries", "found-calls", "inbox", ...(named > 0 ? ["saved"] : [])]);
  }

  async function pair() {
    if (isLeading() && (await pairEvents(db, accountId)) > 0) changed(["received", "deliveries"]);
  }

  async function ask() {
    if (isLeading() && (await confirmId())) changed(["found-calls", "received", "deliveries"]);
  }

  async function lookAtCalls() {
    if (isLeading() && (await look())) changed(["found-calls"]);
  }

  let restsUntilMs = 0;
  async function computeFigures() {
    const beganMs = clock.nowMs();
    if (!isLeading() || beganMs < restsUntilMs) return;
    let hasChanged = false;
    while (await updateFigures(db, accountId)) hasChanged = true;
    restsUntilMs = clock.nowMs() + (clock.nowMs() - beganMs) * restFactor;
    if (hasChanged) changed(["campaigns.known", "campaigns.progress"]);
  }

  const mergeKnownRecords = createMergeOfKnown(options);
  return [
    startTicker({ name: "reading the state of live calls", everyMs: lookEveryMs, run: lookAtCalls, log }),
    startTicker({ name: "making calls from records", everyMs: confirmEveryMs, run: mergeKnownRecords, log }),
    startTicker({ name: "reading received events", everyMs: readEveryMs, run: readNew, log }),
    startTicker({ name: "finding events in the platform's log", everyMs: pairEveryMs, run: pair, log }),
    startTicker({ name: "computing the figures of campaigns", everyMs: figuresEveryMs, run: computeFigures, log }),
    startTicker({ name: "confirming what was found in events", everyMs: confirmEveryMs, run: ask, log }),
  ];
}

/** Makes calls again from their events and their records. */
async function mergeRecords(options: InboxOptions, refs: string[]) {
  await options.db.transaction(async (tx) => {
    await takeInboxTurn(tx, options.accountId);
    await mergeCalls(tx, options, refs);
  });
  options.changed(["found-calls"]);
}

/** Runs once for each leader: records that were stored before calls were made from them, or just before a crash. */
function createMergeOfKnown(options: InboxOptions) {
  let hasMerged = false;
  return async () => {
    if (!options.isLeading() || hasMerged) return;
    const refs = await knownRecords(options.reads, options.accountId);
    for (let from = 0; from < refs.length; from += mergedAtOnce)
      await mergeRecords(options, refs.slice(from, from + mergedAtOnce));
    hasMerged = true;
  };
}

/** Digits of the numbers of the platform's plan, however it spells them. */
export async function ownNumbers(db: Database, accountId: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select distinct record ->> 'phone_number' as number from console.record_version
    where key_print = ${accountId} and resource = 'phone-numbers' and ref <> '' and gone_at is null and record ->> 'phone_number' is not null`);
  return new Set(rows.flatMap(({ number }) => numberOf(number)?.slice(1) ?? []));
}
