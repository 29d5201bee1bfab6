import { useMemo, useState } from "react";
import { useHeldRows } from "@/components/data-table/held-rows";
import type { Answer } from "@/lib/client/answer";
import type { FoundCall, FoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { clockOf, liveOrder } from "./found-call";

/** Section of the list that shows a call. One that ends while it is shown keeps its section until the list is shown anew. */
export type CallSection = "late" | "live" | "over";
export type ShownCall = FoundCall & { section: CallSection };

/** The calls of a page in their order. New ones wait, and those that are shown change in their place. */
export function useShownCalls(answer: Answer<FoundCalls> | undefined, scope: string) {
  const page = useMemo(() => answer && inOrder(answer.value.data, Date.parse(answer.readAt)), [answer]);
  const shown = useHeldRows(page, {
    scope,
    idOf: ({ call_id }: ShownCall) => call_id,
    isLast: answer?.value.next === null,
  });
  const sectionOf = useSections(shown.rows, shown.rows === page);
  return useMemo(() => {
    const rows = shown.rows.map((call) => ({ ...call, section: sectionOf.get(call.call_id) ?? call.section }));
    return {
      rows,
      live: page?.filter(({ is_over }) => !is_over) ?? [],
      waiting: shown.waiting,
      ended: rows.filter(({ is_over, section }) => is_over && section !== "over").length,
      showWaiting: shown.showWaiting,
    };
  }, [shown.rows, shown.waiting, shown.showWaiting, page, sectionOf]);
}

/** Calls past their limit, others in progress, then the ended ones, newest first. */
export function inOrder(calls: readonly FoundCall[], nowMs: number): ShownCall[] {
  const live = liveOrder(
    calls.filter(({ is_over }) => !is_over),
    nowMs,
  );
  const over = calls.filter(({ is_over }) => is_over);
  return [
    ...live.map((call) => ({ ...call, section: clockOf(call, nowMs).isLate ? ("late" as const) : ("live" as const) })),
    ...over.map((call) => ({ ...call, section: "over" as const })),
  ];
}

const sectionsOf = (rows: readonly ShownCall[]) => new Map(rows.map(({ call_id, section }) => [call_id, section]));

/** The sections of the rows when they were last shown anew. */
function useSections(rows: readonly ShownCall[], isAnew: boolean): ReadonlyMap<string, CallSection> {
  const [sections, setSections] = useState({ rows, of: sectionsOf(rows) });
  if (!isAnew || sections.rows === rows) return sections.of;
  const next = { rows, of: sectionsOf(rows) };
  setSections(next);
  return next.of;
}
