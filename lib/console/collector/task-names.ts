import { clock } from "@/lib/clock";
import { pathToId } from "@/lib/contract/identifier";
import { resourceOf } from "@/lib/contract/operation";
import type { Problem } from "@/lib/contract/problem";
import { logTask } from "./log-reader";
import { resourceOfTask, type Task } from "./pace";
import { records } from "./tasks";

export const opOf = ({ id }: Task) => id.split(" ", 1).join("");

export const nameOf = (resource: string, ref: unknown) => `${resource} ${String(ref)}`;

/** By what a send touches a task: a record by its own name, a list by its resource. */
export const touchName = (task: Task) =>
  "ref" in task ? nameOf(resourceOfTask(task), task.ref) : resourceOfTask(task);

export const lookedAt = ({ lookedAtMs }: Task, nowMs: number) =>
  Number(lookedAtMs !== undefined && nowMs - lookedAtMs < 60_000);

/** The platform says that it has no such record. */
export const isMissing = (task: Task, problem: Problem | undefined): task is Task & { ref: string } =>
  problem?.code === "not_found" && "ref" in task;

/** Nothing was asked of the platform: it is left to rest, or people's own requests leave no room. */
export const isOurs = ({ code }: Problem) => code === "upstream-resting" || code === "busy";

/** What is told of a read: what changed, or else, while somebody looks, that it is as it was. */
export function keysOf(task: Task, changed: readonly string[]): readonly string[] {
  const own = resourceOfTask(task);
  const isOfRecord = "ref" in task;
  if (changed.length > 0) return changed.map((name) => (isOfRecord && name === own ? nameOf(own, task.ref) : name));
  if (!lookedAt(task, clock.nowMs())) return [];
  if (task.kind === "log") return ["deliveries.summary"];
  return task.kind === "campaign" ? [nameOf("campaigns.progress", task.ref), "campaigns.known"] : [];
}

/** What a page shows that is read again and again. */
export function tasksOn(path: string): string[] {
  const [, page = "", ref] = path.split("/");
  if (page === "" || page === "webhooks") return [logTask];
  const id = ref === undefined ? undefined : pathToId(ref);
  const op = records.find((each) => resourceOf(each) === page);
  return op && id ? [`${op.id} ${id}`] : [];
}
