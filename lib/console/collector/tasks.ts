import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/console/console-types";
import { savedTable } from "@/lib/console/tables";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listCredentials } from "@/lib/contract/api/credentials";
import { getPlanLimits, listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { getTool } from "@/lib/contract/api/tools";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { type KeptKind, keptDays, type PacedResource, pacedResources, paces } from "@/lib/contract/console/kept";
import { rowsIn } from "@/lib/contract/fields";
import { type Operation, recordKeyOf, resourceOf } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { logsOfWebhooks, logTask } from "./log-reader";
import type { Task } from "./pace";
import { collectorSettingTable } from "./tables";

const lists: readonly { resource: PacedResource; op: Operation }[] = [
  { resource: "phone-numbers", op: listPhoneNumbers },
  { resource: "plan-limits", op: getPlanLimits },
  { resource: "credentials", op: listCredentials },
  { resource: "webhooks", op: listWebhooks },
];

/** Resources whose records are read one by one, as far as they are known here. */
export const records: readonly Operation[] = [getCampaign, getAssistant, getWorkflow, getTool, getCall];
const recordResources = records.map(resourceOf);

const mostOfOne = 250;

/** How to read a record of a resource that is kept by its records; undefined for any other. */
export function recordReadOf(op: Operation): { resource: string; key: string } | undefined {
  const key = recordKeyOf(op);
  return key !== undefined && records.some(({ id }) => id === op.id) ? { resource: resourceOf(op), key } : undefined;
}

type PaceSetting = { isOn: boolean; everySeconds: number; setBy: string | null; setAt: Date | null };
type DaysSetting = { days: number; setBy: string | null; setAt: Date | null };
export type Settings = { paces: Record<PacedResource, PaceSetting>; days: Record<KeptKind, DaysSetting> };

/** What admins chose, and the usual where nobody did. */
export async function readSettings(db: Database): Promise<Settings> {
  const rows = await db.select().from(collectorSettingTable);
  const chosen = (name: string) => rows.find((row) => row.name === name);
  const byOf = (name: string) => {
    const row = chosen(name);
    return { setBy: row?.setBy ?? null, setAt: row?.setAt ?? null };
  };
  const paceOf = (resource: PacedResource): PaceSetting => {
    const name = paceName(resource);
    const value = chosen(name)?.value;
    const { is_on, every_seconds } = isPlainObject(value) ? value : {};
    return {
      isOn: is_on !== false,
      everySeconds: typeof every_seconds === "number" ? every_seconds : paces[resource].usual,
      ...byOf(name),
    };
  };
  const daysOf = (kind: KeptKind): DaysSetting => {
    const value = chosen(daysName(kind))?.value;
    return { days: typeof value === "number" ? value : keptDays[kind].usual, ...byOf(daysName(kind)) };
  };
  const paced = pacedResources.map((resource) => [resource, paceOf(resource)] as const);
  return {
    paces: Object.fromEntries(paced) as Settings["paces"],
    days: { deliveries: daysOf("deliveries"), samples: daysOf("samples"), versions: daysOf("versions") },
  };
}

export const paceName = (resource: PacedResource) => `pace ${resource}`;
export const retriesName = (keyPrint: string) => `retries ${keyPrint}`;

/** The retry schedule of the platform as an admin entered it; empty where none did. */
export async function retriesOf(db: Database, keyPrint: string) {
  const isIt = eq(collectorSettingTable.name, retriesName(keyPrint));
  const [row] = await db.select().from(collectorSettingTable).where(isIt);
  const schedule = typeof row?.value === "string" ? row.value : "";
  return { schedule, setBy: row?.setBy ?? null, setAt: row?.setAt ?? null };
}

export const daysName = (kind: KeptKind) => `days ${kind}`;

/** Everything that is read, and how often it was chosen to be. What was stopped is not among it. */
export async function readTasks(db: Database, { paces: chosen }: Settings, keyPrint: string): Promise<Task[]> {
  const of = (resource: PacedResource) => ({ paceMs: chosen[resource].everySeconds * 1000, lookedAtMs: undefined });
  const isOn = ({ resource }: { resource: PacedResource }) => chosen[resource].isOn;
  const whole: Task = { id: logTask, kind: "log", ...of("deliveries") };
  const logs = chosen.deliveries.isOn ? [whole, ...(await logsOfWebhooks(db, keyPrint, of("deliveries").paceMs))] : [];
  const listed = lists
    .filter(isOn)
    .map(({ resource, op }): Task => ({ id: op.id, kind: "list", resource, op, ...of(resource) }));
  const known = await knownRecords(db, keyPrint);
  const nowMs = clock.nowMs();
  const recorded = known.flatMap(({ resource, ref, status, seenAt }): Task[] => {
    const op = records.find((each) => resourceOf(each) === resource);
    if (!op || !isPaced(resource) || !chosen[resource].isOn) return [];
    // A time that lies ahead was stored before the clock was set back.
    const lookedAtMs = seenAt && seenAt.getTime() <= nowMs ? seenAt.getTime() : undefined;
    const task = { id: `${op.id} ${ref}`, ref, status, ...of(resource), lookedAtMs };
    return [resource === "campaigns" ? { kind: "campaign", ...task } : { kind: "record", resource, op, ...task }];
  });
  return [...logs, ...listed, ...recorded];
}

const isPaced = (resource: string): resource is PacedResource => Object.hasOwn(paces, resource);

/** Of each resource those that are pinned or were opened last; none that was not found twice. */
async function knownRecords(db: Database, keyPrint: string) {
  const ranked = db
    .select({
      resource: savedTable.resource,
      ref: savedTable.ref,
      status: savedTable.lastStatusWord,
      seenAt: savedTable.lastSeenAt,
      rank: sql<number>`row_number() over (partition by ${savedTable.resource} order by ${savedTable.isPinned} desc,
        ${savedTable.lastSeenAt} desc nulls last, ${savedTable.ref})`.as("rank"),
    })
    .from(savedTable)
    .where(
      and(
        eq(savedTable.keyPrint, keyPrint),
        inArray(savedTable.resource, recordResources),
        lt(savedTable.notFoundTimes, 2),
      ),
    )
    .as("ranked");
  return db.select().from(ranked).where(sql`${ranked.rank} <= ${mostOfOne}`);
}

const pageSize = 100;
const mostPages = 100;
const mostCredentials = 1_000;

/** A list by its pages, and whether those are all of it. */
export async function readPages(op: Operation, read: Collect["read"]) {
  const answers: Uint8Array[] = [];
  let ms = 0;
  const ask = async (input: Record<string, unknown>) => {
    const found = await read(op, input);
    ms += found.ms ?? 0;
    return { ...found, ...shapeOf(found.raw) };
  };
  if (op.id === listCredentials.id) {
    // There is a limit and no way to skip: more than come at first are asked for by a larger limit.
    const first = await ask({ limit: pageSize });
    const isWhole = first.total === undefined || first.rows >= first.total;
    const { answer } = isWhole ? first : await ask({ limit: Math.min(first.total ?? 0, mostCredentials) });
    return { answers: [answer], isWhole: true, ms };
  }
  if (op.id !== listPhoneNumbers.id) return { answers: [(await ask({})).answer], isWhole: true, ms };
  let count = 0;
  for (let page = 1; page <= mostPages; page += 1) {
    const { answer, rows, total } = await ask({ page, limit: pageSize });
    const isRepeated = answers.some((each) => Buffer.compare(each, answer) === 0);
    if (rows > 0 && !isRepeated) answers.push(answer);
    else if (page === 1) answers.push(answer);
    count += rows;
    const isLast = rows === 0 || isRepeated || (total === undefined ? rows < pageSize : count >= total);
    if (isLast) return { answers, isWhole: true, ms };
  }
  return { answers, isWhole: false, ms };
}

function shapeOf(raw: unknown): { rows: number; total: number | undefined } {
  const { data, total = isPlainObject(data) ? data.total : undefined } = isPlainObject(raw) ? raw : {};
  return { rows: rowsIn(raw).length, total: typeof total === "number" ? total : undefined };
}
