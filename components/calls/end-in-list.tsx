import { useEffect } from "react";
import { useMay } from "@/components/query/use-me";
import { useSend } from "@/components/send/use-send";
import { useKeys } from "@/components/ui/browser/use-keys";
import { nowInUrl, useUrlState } from "@/components/ui/browser/use-url-state";
import { useToast } from "@/components/ui/overlay/toast";
import { endCall } from "@/lib/contract/api/calls";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { visibleControls } from "@/lib/format/format-raw";
import { EndCall, endingOf } from "./end-call";
import { shapeOf } from "./found-call";
import { useEndOff } from "./use-end-off";

/** "End…" in the row of a call in progress. Nothing for roles that may not end it. */
export function EndInList({ found }: { found: FoundCall }) {
  const { call_id } = found;
  const isOwnCall = useEndOff(found.campaign_id) === undefined;
  const mayEnd = useMay(endCall) && isOwnCall;
  const call = shapeOf(found);
  const whom = call.customer ?? call.customerNumber;
  const title = whom === undefined ? undefined : `Call with ${visibleControls(whom)}`;
  const end = useSend(endCall, { call_id }, endingOf(title));
  if (end.answer) return <span className="text-sm/5 text-ink-3">Ended</span>;
  return mayEnd && <EndCall send={end} call_id={call_id} call={call} ask={askFor(call_id)} isInList />;
}

/** Value of the URL parameter that opens the question for a call. */
const askFor = (call_id: string) => `end ${call_id}`;

/** `E` asks to end the call in progress that has the focus. The question closes, with a notice, if the call ends meanwhile. */
export function useEndQuestion(calls: readonly FoundCall[] | undefined) {
  const url = useUrlState();
  const toast = useToast();
  const mayEnd = useMay(endCall);
  useKeys({
    E: () => {
      const focused = document.activeElement?.closest<HTMLElement>("[data-call], [data-row-id]")?.dataset;
      const call = calls?.find(({ call_id }) => call_id === (focused?.call ?? focused?.rowId));
      if (call && mayEnd) url.set({ ask: askFor(call.call_id) }, { replaces: true });
    },
  });
  // An answer can arrive before the address of the closed question has been rendered. That is no second news.
  const asked = url.get("ask");
  const hasEnded =
    asked?.startsWith(askFor("")) && calls !== undefined && !calls.some(({ call_id }) => askFor(call_id) === asked);
  useEffect(() => {
    if (!hasEnded || nowInUrl("ask") !== asked) return;
    url.set({ ask: undefined }, { replaces: true });
    toast({ title: "The call has just ended" });
  }, [hasEnded, asked, url.set, toast]);
}
