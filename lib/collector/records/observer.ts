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
import { keepNew, registryFields, storeNamed } from "./registry";
import { idsNamedIn, keepGone } from "./store-versions";

const settleMs = 250;
const maxDriftPerOperation = 200;
const maxQueued = 1000;
const registeredResources = new Set(["assistants", "campaigns", "workflows", "calls", "tools"]);

type OpenedRecord = Omit<typeof savedTable.$inferInsert, "accountId" | "label" | "isPinned"> & { isDeleted?: boolean };
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
      this.opened.set(key, { ...this.opened.get(key), ...record });
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
    let isGone = false;
    for (const record of records) if (await keepOpened(db, { accountId, ...record }).catch(this.skip)) isGone = true;
    if (isNew) changed(["saved", "overview"]);
    if (isGone) changed(["saved", "records"]);
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
  const key = { resource, ref: String(input[name]) };
  if (key.ref.length > longestRef) return undefined;
  const isDeleted = isDeletion && !problem && status !== null;
  if (status === 404 || isDeleted) return { ...key, notFoundSince: at, isDeleted };
  if (isDeletion || problem || status === null) return undefined;
  const opening = isBackground ? {} : { openedBy: person.name, lastSeenAt: at };
  return { ...key, ...opening, ...registryFields(resource, unwrapped(raw)), notFoundSince: null };
}

/** True if a person opened one of these records for the first time. */
async function hasFirstOpening(db: Database, accountId: string, records: readonly OpenedRecord[]) {
  const opened = records.filter((record) => record.openedBy);
  if (opened.length === 0) return false;
  const isAnyOfThem = or(...opened.map(({ resource, ref }) => isSaved({ accountId, resource, ref })));
  return (await db.$count(savedTable, and(isAnyOfThem, isNotNull(savedTable.openedBy)))) < opened.length;
}

/** Updates the registry. Returns true if a registered record is gone. */
async function keepOpened(db: Database, opened: OpenedRecord & { accountId: string }): Promise<boolean> {
  const { isDeleted, ...record } = opened;
  const { accountId, resource, ref, notFoundSince, ...values } = record;
  const isRecord = isSaved({ accountId, resource, ref });
  if (notFoundSince) {
    if (isDeleted) await keepGone(db, { accountId, resource, ref }, new Date(notFoundSince));
    const { rowCount } = await db
      .update(savedTable)
      .set({
        notFoundSince: sql`coalesce(${savedTable.notFoundSince}, ${notFoundSince})`,
        notFoundTimes: sql`${savedTable.notFoundTimes} + 1`,
      })
      .where(isRecord);
    return rowCount !== 0;
  }
  const set = { ...values, notFoundSince: null, notFoundTimes: 0 };
  const updated = await db.update(savedTable).set(set).where(isRecord).returning({ ref: savedTable.ref });
  if (updated.length === 0) await db.transaction((tx) => keepNew(tx, [record]));
  return false;
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
