import { and, asc, desc, gte, lte } from "drizzle-orm";
import { counterMeanings } from "@/lib/collector/campaigns/samples";
import { type CounterMeanings, counterOf } from "@/lib/contract/console/campaign-counters";
import { implement } from "@/lib/contract/console/context";
import { getSendEffect, type SendEffect } from "@/lib/contract/console/record-history";
import { isVersionOf, type RecordKey, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isDigits } from "@/lib/format/json";
import { fieldsChanged, withoutVolatileFields } from "./compare-versions";
import { sendOf, sendsBetween, sendsTo } from "./record-sends";

const soonMs = 15 * 60_000;
/** The audit log records the end of a send shortly after its response. A read in between counts as after the send. */
const recordedWithinMs = 1_000;

/** Differences between the last read of a record before a send and the first read after it. */
export const sendEffect = (db: Database, accountId: string) =>
  implement(getSendEffect, async ({ entry_id }): Promise<SendEffect> => {
    const send = await sendOf(db, entry_id);
    if (!send?.isOver) return { state: "not_known" };
    const record = { resource: send.action?.split(".", 1)[0] ?? "", ref: send.target ?? "" };
    const answeredAt = new Date(Math.max(send.at.getTime(), send.endedAt.getTime() - recordedWithinMs));
    const [before, after] = await versionsAround(db, { accountId, ...record }, { at: send.at, answeredAt });
    const isSoon = after && after.seenAt.getTime() - answeredAt.getTime() < soonMs;
    if (!before || !isSoon || after.id <= before.id) return { state: "not_known" };
    const since = new Date(Math.min(before.lastSeenAt.getTime(), send.at.getTime()));
    const until = new Date(Math.max(after.seenAt.getTime(), send.endedAt.getTime()));
    const sends = sendsBetween(await sendsTo(db, { ...record, since }), since, until);
    if (sends.some(({ id }) => id !== send.id)) return { state: "not_known_which" };
    const meanings = await counterMeanings(db, accountId);
    const fields = fieldsChanged(withoutVolatileFields(before.record), withoutVolatileFields(after.record)).filter(
      (field) => !isVolatile(field, meanings),
    );
    return fields.length > 0 ? { state: "known", at: after.seenAt.toISOString(), fields } : { state: "not_known" };
  });

/** The version before a send, and the version of the first read after its end. Often they are the same one. */
async function versionsAround(db: Database, record: RecordKey, { at, answeredAt }: Record<"at" | "answeredAt", Date>) {
  const { id, seenAt, lastSeenAt } = recordVersionTable;
  const versions = () => db.select().from(recordVersionTable);
  const [before] = await versions()
    .where(and(isVersionOf(record), lte(seenAt, at)))
    .orderBy(desc(id))
    .limit(1);
  const [after] = await versions()
    .where(and(isVersionOf(record), gte(lastSeenAt, answeredAt)))
    .orderBy(asc(id))
    .limit(1);
  return [before, after] as const;
}

type Field = ReturnType<typeof fieldsChanged>[number];

const timeName = /^(last|latest|next)_/i;
const progress =
  /^(?!max|min_).*(calls?|attempts?|retries|pending|waiting|remaining|active|progress|done|completed|failed|answered|percent(age)?|rate|average|avg|duration|elapsed|seconds|minutes|costs?|spen[dt]|balance|credits?|usage|used)(_|$)/i;

/** True for counters, progress and times in the first two levels of a record. A total of contacts changes only by a send. */
function isVolatile({ path, before, after }: Field, meanings: CounterMeanings): boolean {
  const names = path.split(".");
  const name = names.at(-1) ?? "";
  if (names.length > 2) return false;
  if (timeName.test(name)) return true;
  const counter = meanings[path] ?? counterOf(path);
  return [before, after].some(isNumber) && counter !== "total" && (counter !== undefined || progress.test(name));
}

const isNumber = (value: unknown) =>
  typeof value === "number" || isDigits(value) || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value));
