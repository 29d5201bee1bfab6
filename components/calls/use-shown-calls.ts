import { useMemo, useState } from "react";
import { useHeldRows } from "@/components/data-table/held-rows";
import type { Answer } from "@/lib/client/answer";
import type { FoundCall, FoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { clockOf, liveOrder } from "./found-call";

/** Where a call stands in the list. One that ends while it is shown keeps its place until the list is shown anew. */
export type CallPlace = "late" | "live" | "over";
export type ShownCall = FoundCall & { place: CallPlace };

/** The calls of a page in their order. New ones wait, and those that are shown change in place. */
export function useShownCalls(answer: Answer<FoundCalls> | undefined, scope: string) {
  const page = useMemo(() => answer && inOrder(answer.value.data, Date.parse(answer.readAt)), [answer]);
  const held = useHeldRows(page, {
    scope,
    idOf: ({ call_id }: ShownCall) => call_id,
    isLast: answer?.value.next === null,
  });
  const placeOf = usePlaces(held.rows, held.rows === page);
  return useMemo(() => {
    const rows = held.rows.map((call) => ({ ...call, place: placeOf.get(call.call_id) ?? call.place }));
    return {
      rows,
      live: page?.filter(({ is_over }) => !is_over) ?? [],
      waiting: held.waiting,
      ended: rows.filter(({ is_over, place }) => is_over && place !== "over").length,
      showWaiting: held.showWaiting,
    };
  }, [held.rows, held.waiting, held.showWaiting, page, placeOf]);
}

/** Calls past their limit, others in progress, then the ended ones, newest first. */
export function inOrder(calls: readonly FoundCall[], nowMs: number): ShownCall[] {
  const live = liveOrder(
    calls.filter(({ is_over }) => !is_over),
    nowMs,
  );
  const over = calls.filter(({ is_over }) => is_over);
  return [
    ...live.map((call) => ({ ...call, place: clockOf(call, nowMs).isLate ? ("late" as const) : ("live" as const) })),
    ...over.map((call) => ({ ...call, place: "over" as const })),
  ];
}

const placesOf = (rows: readonly ShownCall[]) => new Map(rows.map(({ call_id, place }) => [call_id, place]));

/** The places of the rows when they were last shown anew. */
function usePlaces(rows: readonly ShownCall[], isAnew: boolean): ReadonlyMap<string, CallPlace> {
  const [places, setPlaces] = useState({ rows, of: placesOf(rows) });
  if (!isAnew || places.rows === rows) return places.of;
  const next = { rows, of: placesOf(rows) };
  setPlaces(next);
  return next.of;
}
