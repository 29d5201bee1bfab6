import { isWaitDrift } from "@/components/record/drift-messages";
import { apiOperations } from "@/lib/contract/api";
import { groupBy } from "./group-by";
import { type Need, needKey, plural } from "./need";
import type { Known } from "./needs";

export type DriftSeen = { operation: string; path: string; kind: string; came: string; last_seen_at: string };

export type LineSeen = {
  is_answering: boolean;
  is_faulty: boolean;
  last_answer_at: string | null;
  last_problem: string | null;
  is_disk_low?: boolean;
};

/** Answers that differ from the API contract, one row an operation. Unknown words have rows of their own. */
export function driftNeeds({ drift = [] }: Known): Need[] {
  const byOperation = groupBy(
    drift.filter(({ kind }) => kind !== "unknown-word"),
    ({ operation }) => operation,
  );
  return [...byOperation].map(([operation, places]) => {
    const paths = [...new Set(places.map(({ path }) => path || "the whole answer"))].sort();
    return {
      key: needKey("drift", operation, ...paths),
      lamp: places.some(isWaitDrift) ? "wait" : "odd",
      subject: requestOf(operation),
      says: `differs from the API contract in ${plural(paths.length, "place")}.`,
      why: paths.length > 3 ? `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more` : paths.join(", "),
      at: places
        .map(({ last_seen_at }) => last_seen_at)
        .sort()
        .at(-1),
      href: "/settings#drift",
      link: "Open drift",
    };
  });
}

export function diskNeeds({ line }: Known): Need[] {
  if (!line?.is_disk_low) return [];
  return [
    {
      key: needKey("disk low"),
      lamp: "fault",
      subject: "Switchboard's disk",
      says: "is nearly full.",
      why: "Nothing is changed or sent until space is freed where DATA_DIR is",
      href: "/settings",
      link: "Open settings",
    },
  ];
}

export function lineNeeds({ line }: Known): Need[] {
  if (!line || line.is_answering) return [];
  return [
    {
      key: needKey("line down", line.last_problem),
      lamp: "fault",
      subject: "The API",
      says: line.is_faulty ? "answers with faults." : "is not answering.",
      why: line.last_problem ?? "Nothing was answered yet",
      at: line.last_answer_at ?? undefined,
      href: "/settings",
      link: "Open settings",
    },
  ];
}

function requestOf(id: string) {
  const op = apiOperations.find((each) => each.id === id);
  return op ? `${op.method} ${op.path}` : id;
}
