import { deferred } from "@/components/ui/browser/deferred";

/** An empty list. `ListBar` loads its code when somebody is about to filter. */
export const NoRows = deferred(async () => (await import("./no-rows-message")).NoRowsMessage);
