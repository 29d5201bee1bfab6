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

/** Reads all pages of a list. `isWhole` is false if the limit of pages was reached. */
export async function readPages(op: Operation, read: Collect["read"]) {
  const answers: Uint8Array[] = [];
  let ms = 0;
  const fetchPage = async (input: Record<string, unknown>) => {
    const { answer, raw, ms: pageMs = 0 } = await read(op, input);
    ms += pageMs;
    return { answer, ...sizeOf(raw) };
  };
  if (op.id === listCredentials.id) {
    // The endpoint has a limit and no offset, so a longer list needs a second request with a larger limit.
    const first = await fetchPage({ limit: pageSize });
    const { rows, total = rows } = first;
    const { answer } = rows >= total ? first : await fetchPage({ limit: Math.min(total, maxCredentials) });
    return { answers: [answer], isWhole: true, ms };
  }
  if (op.id !== listPhoneNumbers.id) return { answers: [(await fetchPage({})).answer], isWhole: true, ms };
  for (let count = 0, page = 1; page <= maxPages; page += 1) {
    const { answer, rows, total } = await fetchPage({ page, limit: pageSize });
    answers.push(answer);
    count += rows;
    if (rows === 0 || (total === undefined ? rows < pageSize : count >= total)) return { answers, isWhole: true, ms };
  }
  return { answers, isWhole: false, ms };
}

function sizeOf(raw: unknown): { rows: number; total: number | undefined } {
  const { data, total = isPlainObject(data) ? data.total : undefined } = isPlainObject(raw) ? raw : {};
  return { rows: rowsIn(raw).length, total: typeof total === "number" ? total : undefined };
}
