import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { watchedCalls } from "@/lib/collector/records/open-calls";
import { logsOfWebhooks, logTask } from "@/lib/collector/webhook-log/log-reader";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listCredentials } from "@/lib/contract/api/credentials";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { getTool } from "@/lib/contract/api/tools";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { paces as defaultPaces, type PacedResource } from "@/lib/contract/console/collecting";
import { rowsIn } from "@/lib/contract/fields";
import { haveShifted, type ListPage, orderOf } from "@/lib/contract/list-pages";
import { type Operation, recordKeyOf, resourceOf } from "@/lib/contract/operation";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { hasEnded, type Task } from "./pace";
import type { Settings } from "./settings";

const lists: readonly { resource: PacedResource; op: Operation }[] = [
  { resource: "phone-numbers", op: listPhoneNumbers },
  { resource: "plan-limits", op: getPlanLimits },
  { resource: "credentials", op: listCredentials },
  { resource: "webhooks", op: listWebhooks },
];

/** Operations that read one record. Registered records of these resources are polled one by one. */
export const recordReads: readonly Operation[] = [getCampaign, getAssistant, getWorkflow, getTool, getCall];
const recordResources = recordReads.map(resourceOf);

const maxRecordsPerResource = 250;

/** The resource that an operation reads a record of, and the parameter with its ID. Undefined for other operations. */
export function recordReadOf(op: Operation): { resource: string; key: string } | undefined {
  const key = recordKeyOf(op);
  return key !== undefined && recordReads.some(({ id }) => id === op.id)
    ? { resource: resourceOf(op), key }
    : undefined;
}

export async function readTasks(db: Database, { paces }: Pick<Settings, "paces">, accountId: string): Promise<Task[]> {
  const timing = (resource: PacedResource) => ({ paceMs: paces[resource].everySeconds * 1000, viewedAtMs: undefined });
  const isOn = ({ resource }: { resource: PacedResource }) => paces[resource].isOn;
  const fullLog: Task = { id: logTask, kind: "log", ...timing("deliveries") };
  const logs = paces.deliveries.isOn
    ? [fullLog, ...(await logsOfWebhooks(db, accountId, timing("deliveries").paceMs))]
    : [];
  const listTasks = lists
    .filter(isOn)
    .map(({ resource, op }): Task => ({ id: op.id, kind: "list", resource, op, ...timing(resource) }));
  const records = await registeredRecords(db, accountId);
  const hasOpenCalls = records.some(({ resource, status }) => resource === "calls" && !hasEnded(status));
  const watched = hasOpenCalls ? await watchedCalls(db, accountId, clock.nowMs()) : new Set<string>();
  const recordTasks = records.flatMap(({ resource, ref, status, seenAt }): Task[] => {
    const op = recordReads.find((read) => resourceOf(read) === resource);
    if (!op || !isPaced(resource) || !paces[resource].isOn) return [];
    const task = { id: `${op.id} ${ref}`, ref, status, ...timing(resource), viewedAtMs: seenAt?.getTime() };
    if (resource === "campaigns") return [{ kind: "campaign", ...task }];
    return [{ kind: "record", resource, op, ...task, isWatched: resource === "calls" && watched.has(ref) }];
  });
  return [...logs, ...listTasks, ...recordTasks];
}

const isPaced = (resource: string): resource is PacedResource => Object.hasOwn(defaultPaces, resource);

/** Per resource, the most recently opened records. Skips records that answered 404 twice. */
async function registeredRecords(db: Database, accountId: string) {
  const ranked = db
    .select({
      resource: savedTable.resource,
      ref: savedTable.ref,
      status: savedTable.lastStatusWord,
      seenAt: savedTable.lastSeenAt,
      rank: sql<number>`row_number() over (partition by ${savedTable.resource} order by ${savedTable.lastSeenAt} desc nulls last, ${savedTable.ref})`.as(
        "rank",
      ),
    })
    .from(savedTable)
    .where(
      and(
        eq(savedTable.accountId, accountId),
        inArray(savedTable.resource, recordResources),
        lt(savedTable.notFoundTimes, 2),
      ),
    )
    .as("ranked");
  return db.select().from(ranked).where(sql`${ranked.rank} <= ${maxRecordsPerResource}`);
}

const pageSize = 100;
const maxPages = 100;
const maxCredentials = 1_000;

/** How often a list is read whose rows move between its pages. */
const maxReads = 3;

type Read = Collect["read"];

/** Reads all pages of a list. `isWhole` is false if the limit of pages was reached, or rows moved during each read. */
export async function readPages(op: Operation, read: Read) {
  let ms = 0;
  const timed: Read = async (...asked) => {
    const answer = await read(...asked);
    ms += answer.ms ?? 0;
    return answer;
  };
  if (op.id === listCredentials.id) return { answers: [await readCredentials(op, timed)], isWhole: true, ms };
  if (op.id !== listPhoneNumbers.id) return { answers: [(await timed(op, {})).answer], isWhole: true, ms };
  let order: string | undefined;
  for (let reads = 1; ; reads += 1) {
    const { answers, pages, isWhole } = await readOnce(op, timed);
    const isSettled = !haveShifted(pages) || orderOf(pages) === order;
    if (isSettled || reads === maxReads || !isWhole) return { answers, isWhole: isWhole && isSettled, ms };
    order = orderOf(pages);
  }
}

/** The endpoint has a limit and no offset, so a longer list needs a second request with a larger limit. */
async function readCredentials(op: Operation, read: Read) {
  const first = await read(op, { limit: pageSize });
  const { items, total = items.length } = pageIn(first.raw);
  return items.length >= total ? first.answer : (await read(op, { limit: Math.min(total, maxCredentials) })).answer;
}

async function readOnce(op: Operation, read: Read) {
  const answers: Uint8Array[] = [];
  const pages: ListPage[] = [];
  for (let count = 0, page = 1; page <= maxPages; page += 1) {
    const { answer, raw } = await read(op, { page, limit: pageSize });
    const { items, total } = pageIn(raw);
    answers.push(answer);
    pages.push({ items, total });
    count += items.length;
    if (items.length === 0 || (total === undefined ? items.length < pageSize : count >= total))
      return { answers, pages, isWhole: true };
  }
  return { answers, pages, isWhole: false };
}

function pageIn(raw: unknown): ListPage {
  const { data, total = isPlainObject(data) ? data.total : undefined } = isPlainObject(raw) ? raw : {};
  return { items: rowsIn(raw), total: typeof total === "number" ? total : undefined };
}
