import { listSpec } from "@/components/list/list-spec";
import { exportDoNotCall, listDoNotCall } from "@/lib/contract/console/do-not-call";

/** The latest entries. A number is looked up in a dialog with all that is stored of the person. */
export const blockedList = listSpec({
  ...{ page: "do-not-call", nouns: ["number", "numbers"], op: listDoNotCall, file: exportDoNotCall },
  filters: [],
  otherInputs: ["number", "country"],
});
