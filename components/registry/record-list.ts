import type { LocalListSpec } from "@/components/list/list-spec";
import { holdsText } from "@/lib/format/comparable-text";
import type { RegistryRow } from "./registry-row";

/** The search field of all lists of records known by ID. */
export const recordSearch: LocalListSpec<RegistryRow>["filters"][number] = {
  ...{ kind: "search", param: "text", label: "Name or ID", longest: 500 },
  matches: ({ label, name, id }, text) => [label, name, id].some((value) => holdsText(value, text)),
};

/** List of a resource without filters of its own: "assistants". */
export const recordList = (resource: string): LocalListSpec<RegistryRow> => ({
  ...{ page: resource, nouns: [resource.slice(0, -1), resource], filters: [recordSearch] },
});
