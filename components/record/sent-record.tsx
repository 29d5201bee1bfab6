import { deferred } from "@/components/ui/browser/deferred";

/** A record of any shape behind a press, where few look at it. */
export const SentRecord = deferred(async () => (await import("./record-view")).RecordView);
