import { deferred } from "@/components/ui/browser/deferred";

/** JSON viewer with folding and search. Preload it with `useAtRest` if a click opens it. */
export const JsonViewer = deferred(async () => (await import("./json-view")).JsonView);
