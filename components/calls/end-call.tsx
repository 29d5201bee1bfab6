import { PhoneNumber } from "@/components/record/phone-number";
import { RecordLink } from "@/components/record/summary";
import { SendControl, useAsk } from "@/components/send/send-control";
import type { Send } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import type { endCall } from "@/lib/contract/api/calls";
import type { OutputOf } from "@/lib/contract/operation";
import type { CallShape } from "@/lib/contract/shapes/call";
import { callPatterns, isStatusWord } from "@/lib/contract/status-words";
import { visibleControls } from "@/lib/format/format-raw";
import { formatDay, formatMinute } from "@/lib/format/format-time";
import { callSentence } from "./call-sentence";

type EndCallProps = {
  send: Send;
  call_id: string;
  call: CallShape;
  /** Value of the URL parameter `ask` that opens the question. */
  ask?: string;
  isInList?: boolean;
};

/** Renders no button for a call that has ended. A question that is open then stays, and says so. */
export function EndCall({ send, call_id, call, ask = "end", isInList = false }: EndCallProps) {
  const question = useAsk(ask);
  const whom = call.customer ?? call.customerNumber;

  const off = call.isOver ? "The call has already ended" : undefined;
  return (
    <SendControl
      send={{ ...send, off: send.off ?? off }}
      ask={{
        question: whom === undefined ? "End this call?" : `End the call with ${visibleControls(whom)}?`,
        children: "The conversation stops at once. This cannot be undone.",
        facts: factsOf(call),
        keepLabel: "Keep the call",
        confirmLabel: "End the call",
      }}
      {...question}
    >
      {(on) =>
        call.isOver ? null : (
          <Button
            {...on}
            {...(isInList
              ? { size: "small", "aria-label": `End the call with ${visibleControls(whom ?? call_id)}…` }
              : { icon: "cancel" })}
            variant="stop"
            isSending={send.isSending}
          >
            {isInList ? "End…" : "End call…"}
          </Button>
        )
      }
    </SendControl>
  );
}

/** Texts of one send that ends a call. A platform can answer that it is still ending. */
export const endingOf = (title: string | undefined) => ({
  what: "End call",
  name: title,
  doneMessage: ({ value }: { value: OutputOf<typeof endCall> }) => {
    const { status } = value.data;
    const name = title ?? "The call";
    return status === undefined || status === null || isStatusWord(callPatterns.over, status)
      ? `${name} was ended`
      : `${name}: the platform answered “${visibleControls(status)}”`;
  },
});

export function EndedNote({ call, off }: { call: CallShape; off: string | undefined }) {
  const at = useEndedAt(call);
  return <span className="text-sm/5 text-ink-3 empty:hidden">{off ?? (call.isOver && `already ended${at}`)}</span>;
}

/** " at 06:31", with its day where that is not today. */
function useEndedAt({ endedMs }: CallShape): string {
  const zone = useZone();
  const nowMs = useNow(60_000);
  if (endedMs === undefined) return "";
  const isToday = nowMs !== undefined && formatDay(endedMs, zone) === formatDay(nowMs, zone);
  const time = formatMinute(endedMs, zone);
  return isToday ? ` at ${time}` : ` on ${formatDay(endedMs, zone)} at ${time}`;
}

function factsOf(call: CallShape) {
  const { customerNumber, startedMs, ids } = call;
  return [
    ...(startedMs === undefined ? [] : [["Call", <Lasting key="call" call={call} />] as const]),
    ...(customerNumber ? [["Number", <PhoneNumber key="number" number={customerNumber} />] as const] : []),
    ...(ids.campaign_id
      ? [["Campaign", <RecordLink key="campaign" field="campaign_id" id={ids.campaign_id} />] as const]
      : []),
  ];
}

function Lasting({ call }: { call: CallShape }) {
  const zone = useZone();
  const since = call.startedMs === undefined ? "" : ` Since ${formatMinute(call.startedMs, zone)}.`;
  return call.isLive ? `In progress.${since}` : callSentence(call, call.talkSeconds);
}
