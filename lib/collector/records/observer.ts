import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { longestRef } from "@/lib/contract/console/saved";
import type { Drift } from "@/lib/contract/drift";
import { unwrapped } from "@/lib/contract/fields";
import { isWrite, placeholdersOf, recordKeyOf, resourceOf } from "@/lib/contract/operation";
import { driftTable, isSaved, savedTable } from "@/lib/db/console/tables/registry";
import { type Database, isStorageFault } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import type { Events } from "@/lib/events/events";
import type { Observation } from "@/lib/gateway/observation";
import { markGone, markReturned, mayReturn } from "./gone";
import { keepNew, registryFields, storeNamed } from "./registry";
import { idsNamedIn } from "./store-versions";

const settleMs = 250;
const maxDriftPerOperation = 200;
const maxQueued = 1000;
const registeredResources = new Set(["assistants", "campaigns", "workflows", "calls", "tools"]);

/** A request that found a record, missed it or deleted it. `goneAt` is null if it found it. */
type OpenedRecord = Omit<typeof savedTable.$inferInsert, "accountId" | "label" | "isPinned" | "notFoundSince"> & {
  at: Date;
  goneAt: Date | null;
  isDeleted?: true;
};
type DriftRow = Omit<typeof driftTable.$inferInsert, "accountId">;
type RequestTime = Pick<Observation, "op" | "at">;

type ObserverOptions = { db: Database; accountId: string; changed: Events["changed"]; log: Logger };

/** Registers records and differences from the API documentation, seen in passing requests. Writes them in batches. */
export class Observer {
  private readonly options: ObserverOptions;
  private opened = new Map<string, OpenedRecord>();
  private sends: Observation[] = [];
  private drifted = new Map<string, DriftRow>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> = Promise.resolve();
  private writes = 0;

  constructor(options: ObserverOptions) {
    this.options = options;
  }

  observe(observation: Observation) {
    const record = openedBy(observation);
    if (record && this.opened.size < maxQueued) {
      const key = `${record.resource} ${record.ref}`;
      this.opened.set(key, mergeOpened(this.opened.get(key), record));
    }
    if (isAnsweredSend(observation) && this.sends.length < maxQueued) this.sends.push(observation);
    this.recordDrift(observation, observation.drift ?? []);
  }

  recordDrift(request: RequestTime, drift: readonly Drift[]) {
    for (const difference of drift) addDrift(this.drifted, request, difference);
    if (this.opened.size + this.sends.length + this.drifted.size > 0)
      this.timer ??= setTimeout(() => void this.flush(), settleMs).unref();
  }

  /** Wraps the collector's read, so that its differences from the API documentation are recorded. */
  observed(read: Collect["read"]): Collect["read"] {
    return async (op, input) => {
      const at = clock.now();
      const response = await read(op, input);
      this.recordDrift({ op, at }, response.drift ?? []);
      return response;
    };
  }

  /** Resolves when everything observed so far is stored, to false if there was nothing. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { opened, sends, drifted } = this;
    const { accountId } = this.options;
    const isIdle = this.writes === 0 && opened.size + sends.length + drifted.size === 0;
    this.writes += 1;
    this.opened = new Map();
    this.sends = [];
    this.drifted = new Map();
    this.writing = this.writing
      .then(async () => {
        await this.storeOpened([...opened.values()]);
        for (const send of sends) await this.storeNamed(send).catch(this.skip);
        for (const drift of drifted.values())
          await keepDrift(this.options.db, { ...drift, accountId }).catch(this.skip);
      })
      .catch((err: unknown) => this.options.log.warn({ err }, "what was seen could not be kept"));
    await this.writing;
    this.writes -= 1;
    return !isIdle;
  }

  private async storeOpened(records: readonly OpenedRecord[]) {
    const { db, accountId, changed } = this.options;
    const isNew = await hasFirstOpening(db, accountId, records);
    const moved: string[] = [];
    for (const record of records)
      if (await keepOpened(db, { accountId, ...record }).catch(this.skip))
        moved.push(`${record.resource} ${record.ref}`);
    if (isNew) changed(["saved", "overview"]);
    if (moved.length > 0) changed(["saved", "records", ...moved]);
  }

  /** Registers the IDs in the response to a send. Responses to reads are searched when they are stored. */
  private async storeNamed({ op, input, raw }: Observation) {
    const { db, accountId } = this.options;
    const source = { namedByResource: resourceOf(op), namedByRef: String(input[placeholdersOf(op)[0] ?? ""] ?? "") };
    const isOther = ({ resource, ref }: { resource: string; ref: string }) =>
      resource !== source.namedByResource || ref !== source.namedByRef;
    const names = (await idsNamedIn(db, raw)).filter(isOther).map((id) => ({ ...id, ...source }));
    await db.transaction((tx) => storeNamed(tx, accountId, names));
  }

  /** Skips a row that the database rejects. If the database itself fails, the whole batch fails. */
  private readonly skip = (err: unknown) => {
    if (isStorageFault(err)) throw err;
    this.options.log.warn({ err }, "one of what was seen could not be kept");
  };
}

function addDrift(drifted: Map<string, DriftRow>, { op, at }: RequestTime, { kind, times, ...drift }: Drift) {
  const path = storable(drift.path.slice(0, 300));
  const came = storable(drift.came.slice(0, 200));
  const word = kind === "unknown-word" ? came.slice(0, 120).toWellFormed() : "";
  const key = JSON.stringify([op.id, path, kind, word]);
  const queued = drifted.get(key);
  if (queued) drifted.set(key, { ...queued, came, lastSeenAt: at, times: queued.times + times });
  else if (drifted.size < maxQueued)
    drifted.set(key, { operation: op.id, path, kind, word, came, firstSeenAt: at, lastSeenAt: at, times });
}

const isAnsweredSend = ({ op, problem, status }: Observation) => isWrite(op) && !problem && status !== null;

/** The record of a request that found it, missed it or deleted it. A background read does not count as opening it. */
function openedBy(observation: Observation): OpenedRecord | undefined {
  const { op, input, person, at, status, problem, raw, isBackground } = observation;
  const isDeletion = op.method === "DELETE";
  const name = isDeletion ? placeholdersOf(op)[0] : recordKeyOf(op);
  const resource = resourceOf(op);
  if (name === undefined || !registeredResources.has(resource)) return undefined;
  const key = { resource, ref: String(input[name]), at };
  if (key.ref.length > longestRef) return undefined;
  const endedAt = new Date(at.getTime() + Math.max(0, observation.ms));
  if (isDeletion && !problem && status !== null) return { ...key, goneAt: endedAt, isDeleted: true };
  if (status === 404) return { ...key, goneAt: at };
  if (isDeletion || problem || status === null) return undefined;
  const opening = isBackground ? {} : { openedBy: person.name, lastSeenAt: at };
  return { ...key, ...opening, ...registryFields(resource, unwrapped(raw)), goneAt: null };
}

/** A read that began before a deletion can answer after it. It does not bring the record back. */
function mergeOpened(before: OpenedRecord | undefined, next: OpenedRecord): OpenedRecord {
  if (before?.goneAt && !next.goneAt && next.at <= before.goneAt) return before;
  const goneAt = before?.isDeleted && next.goneAt ? before.goneAt : next.goneAt;
  const { isDeleted: wasDeleted, ...rest } = { ...before, ...next };
  return { ...rest, goneAt, ...(wasDeleted && goneAt ? { isDeleted: true } : {}) };
}

/** True if a person opened one of these records for the first time. */
async function hasFirstOpening(db: Database, accountId: string, records: readonly OpenedRecord[]) {
  const opened = records.filter((record) => record.openedBy);
  if (opened.length === 0) return false;
  const isAnyOfThem = or(...opened.map(({ resource, ref }) => isSaved({ accountId, resource, ref })));
  return (await db.$count(savedTable, and(isAnyOfThem, isNotNull(savedTable.openedBy)))) < opened.length;
}

/** Updates the registry. Returns true if the record is gone, or is back, since this request. */
async function keepOpened(db: Database, opened: OpenedRecord & { accountId: string }): Promise<boolean> {
  const { isDeleted, goneAt, at, ...record } = opened;
  const { accountId, resource, ref, ...values } = record;
  if (goneAt) return markGone(db, { accountId, resource, ref }, { at: goneAt, isDeleted });
  const isBack = await markReturned(db, { accountId, resource, ref }, at);
  const isRecord = isSaved({ accountId, resource, ref });
  const isStored = (await db.$count(savedTable, isRecord)) > 0;
  if (isStored && Object.keys(values).length > 0)
    await db
      .update(savedTable)
      .set(values)
      .where(and(isRecord, mayReturn(at)));
  if (!isStored) await db.transaction((tx) => keepNew(tx, [record]));
  return isBack;
}

/** Limits the rows per operation, because a field with free text would fill the table. */
async function keepDrift(db: Database, drift: typeof driftTable.$inferInsert) {
  const { came, lastSeenAt, times } = drift;
  const isOfOperation = and(eq(driftTable.accountId, drift.accountId), eq(driftTable.operation, drift.operation));
  const isSame = and(
    isOfOperation,
    eq(driftTable.path, drift.path),
    eq(driftTable.kind, drift.kind),
    eq(driftTable.word, drift.word),
  );
  const updated = await db
    .update(driftTable)
    .set({ came, lastSeenAt, times: sql`${driftTable.times} + ${times}` })
    .where(isSame)
    .returning();
  if (updated.length > 0) return;
  const rowCount = await db.$count(driftTable, isOfOperation);
  if (rowCount < maxDriftPerOperation) await db.insert(driftTable).values(drift).onConflictDoNothing();
}
