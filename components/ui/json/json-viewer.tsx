"use client";

import { deferred } from "@/components/ui/browser/deferred";

/** Any JSON with folds and a finder. What opens it on a press fetches it before (`useAtRest`). */
export const JsonViewer = deferred(async () => (await import("./json-view")).JsonView);
