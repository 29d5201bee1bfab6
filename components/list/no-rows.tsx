import { deferred } from "@/components/ui/browser/deferred";

/** An empty list. `ListBar` loads its code while the page is at rest. */
export const NoRows = deferred(async () => (await import("./no-rows-message")).NoRowsMessage);
