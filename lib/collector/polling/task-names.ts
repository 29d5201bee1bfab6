import { clock } from "@/lib/clock";
import { logTask } from "@/lib/collector/webhook-log/log-reader";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { pathToId } from "@/lib/contract/identifier";
import { resourceOf } from "@/lib/contract/operation";
import type { Problem } from "@/lib/contract/problem";
import { resourceOfTask, type Task } from "./pace";
import { recordReads } from "./tasks";

export const operationIdOf = ({ id }: Task) => id.split(" ", 1).join("");

export const nameOf = (resource: string, ref: unknown) => `${resource} ${String(ref)}`;

/** Name by which a send marks a task as stale. It is the name of the record, or the resource of a list. */
export const touchName = (task: Task) =>
  "ref" in task ? nameOf(resourceOfTask(task), task.ref) : resourceOfTask(task);

export const hasViewer = ({ viewedAtMs }: Task, nowMs: number) =>
  viewedAtMs !== undefined && nowMs - viewedAtMs < 60_000;

export const isMissing = (task: Task, problem: Problem | undefined): task is Task & { ref: string } =>
  problem?.code === "not_found" && "ref" in task;

/** True if no request was sent: the circuit breaker is open, or people's requests use all connections. */
export const isNotSent = ({ code }: Problem) => code === "upstream-resting" || code === "busy";

/** Query keys to invalidate after a read. Without a change, only those that show the time of the last read to a viewer. */
export function keysOf(task: Task, changed: readonly string[]): readonly string[] {
  const own = resourceOfTask(task);
  const isRecord = "ref" in task;
  if (changed.length > 0) {
    const names = changed.map((name) => (isRecord && name === own ? nameOf(own, task.ref) : name));
    // A webhook of the platform can have an address of ours.
    return changed.includes("webhooks") ? [...names, "inbox"] : names;
  }
  if (!hasViewer(task, clock.nowMs())) return [];
  if (task.kind === "log") return ["deliveries.summary", "deliveries.health"];
  return task.kind === "campaign" ? [nameOf("campaigns.progress", task.ref), "campaigns.known"] : [];
}

export function tasksOn(path: string): string[] {
  const [, page = "", ref] = path.split("/");
  if (page === "webhooks") return [logTask, listWebhooks.id];
  if (page === "") return [logTask];
  const id = ref === undefined ? undefined : pathToId(ref);
  const op = recordReads.find((read) => resourceOf(read) === page);
  return op && id ? [`${op.id} ${id}`] : [];
}
