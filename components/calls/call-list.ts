import { daysFilter } from "@/components/list/days-filter";
import { listSpec } from "@/components/list/list-spec";
import { exportFoundCalls, listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import type { InputOf } from "@/lib/contract/inputs";
import { reasonLabel } from "@/lib/contract/shapes/call";

/** Options of its filters `reason` and `campaign` come from the server. */
export const callList = listSpec({
  ...{ page: "calls", nouns: ["call", "calls"], op: listFoundCalls, file: exportFoundCalls, pageSize: 50 },
  filters: [
    { kind: "search", param: "text", label: "Number, name or ID", longest: 300 },
    daysFilter,
    { kind: "choice", param: "reason", label: "How it ended", longest: 300, labelOf: reasonLabel },
    { kind: "choice", param: "campaign", input: "campaign_id", label: "Campaign", longest: 300 },
    {
      ...{ kind: "choice", param: "direction", label: "Direction" },
      options: [
        { value: "inbound", label: "Inbound" },
        { value: "outbound", label: "Outbound" },
      ],
    },
  ],
  // The page shows calls in every state; the overview only those in progress.
  otherInputs: ["state"],
});

/** Most calls in progress that are listed. */
export const liveCalls = { state: "live", limit: 200 } satisfies InputOf<typeof listFoundCalls>;
