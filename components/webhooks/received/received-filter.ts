import { inputOf, type LogFilter, timeOnly } from "@/components/webhooks/log-filter";
import type { listReceived, matchLog } from "@/lib/contract/console/inbox/received";
import type { InputOf } from "@/lib/contract/inputs";

type Get = (name: string) => string | undefined;

const pageSize = 50;

/** URL parameters that filter, without the time. */
export const filterParams = ["text", "event", "campaign", "call", "matched"] as const;

const matches = ["yes", "no", "more", "missing"] as const;

/** How the log and the arrivals must agree. `missing` lists deliveries of the log instead of events. */
export const matchedIn = (get: Get) => matches.find((match) => match === get("matched"));

type Inputs = { list: InputOf<typeof listReceived>; match: InputOf<typeof matchLog>; filter: LogFilter };

/** Query inputs of the page, from its URL. Invalid values are ignored. */
export function receivedInputs(get: Get, nowMs: number): Inputs {
  const filter = timeOnly(get);
  const { from, to } = inputOf(filter, nowMs);
  const time = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const matched = matchedIn(get);
  const after = get("after");
  const list = {
    text: get("text")?.trim().slice(0, 300) || undefined,
    event: get("event")?.slice(0, 300),
    campaign_id: get("campaign")?.slice(0, 300),
    call_id: get("call")?.slice(0, 300),
    matched: matched === "missing" ? undefined : matched,
    after: after && /^[\dTZ:.-]+ \d{1,19}$/.test(after) ? after : undefined,
  };
  const set = Object.fromEntries(Object.entries(list).filter(([, value]) => value !== undefined));
  return { list: { ...set, ...time, limit: pageSize }, match: time, filter };
}
