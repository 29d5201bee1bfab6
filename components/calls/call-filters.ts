import type { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import type { InputOf } from "@/lib/contract/operation";
import { dayRange } from "@/lib/format/day-range";

type CallsInput = InputOf<typeof listFoundCalls>;

export const directions = [
  { value: "inbound", label: "Inbound" },
  { value: "outbound", label: "Outbound" },
];

const pageSize = 50;

/** Most calls in progress that are listed. */
export const liveCalls = { state: "live", limit: 200 } satisfies CallsInput;

/** Parameters of the URL that narrow the list. */
export const filterNames = ["text", "from", "to", "reason", "campaign", "direction"];

/** Filters in the URL, with days in the given time zone. */
export function callFilters(get: (name: string) => string | undefined, timeZone: string): CallsInput {
  const text = get("text")?.trim().slice(0, 300) || undefined;
  const filters: CallsInput = {
    text,
    ...dayRange(get, timeZone),
    reason: get("reason")?.slice(0, 300),
    campaign_id: get("campaign")?.slice(0, 300),
    direction: directions.find(({ value }) => value === get("direction"))?.value,
    after: get("after")?.slice(0, 600),
    limit: pageSize,
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** Filters without paging. */
export function exportFilter({ after: _page, limit: _rows, ...filter }: CallsInput) {
  return filter;
}
