import { listSpec } from "@/components/list/list-spec";
import { exportResults, listResults } from "@/lib/contract/console/inbox/campaign-results";

/** Ticked bars of the results. */
export const chosenResults = { kind: "outside", param: "results", label: "Results", longest: 4000 } as const;

/** People of a campaign who were called. The bars of the results choose among them. */
export const resultList = listSpec({
  ...{ page: "results", nouns: ["person", "people"], op: listResults, file: exportResults },
  filters: [{ kind: "search", param: "text", label: "Number or name", longest: 300 }, chosenResults],
});
