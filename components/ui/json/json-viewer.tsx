import { deferred } from "@/components/ui/browser/deferred";

/** JSON viewer with folding and search. Give its `load` to the control that shows it. */
export const JsonViewer = deferred(async () => (await import("./json-view")).JsonView);
