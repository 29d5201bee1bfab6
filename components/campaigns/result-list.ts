import { listSpec } from "@/components/list/list-spec";
import { exportResults, listResults } from "@/lib/contract/console/inbox/campaign-results";

/** People of a campaign. The bars of the results choose among them. */
export const resultList = listSpec({
  ...{ page: "results", nouns: ["person", "people"], op: listResults, file: exportResults },
  filters: [{ kind: "outside", param: "results", label: "Results", longest: 4000 }],
});
