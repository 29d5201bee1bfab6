import { Problem } from "@/lib/contract/problem";
import { type ReadList, readList } from "./read-list";

/** What the worker says. Nothing row-shaped crosses but the few rows to look at. */
export type WorkerSaid =
  | { kind: "progress"; readBytes: number }
  | { kind: "done"; list: ReadList }
  | { kind: "refused"; sentence: string };

const say = (said: WorkerSaid) => postMessage(said);

addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  readList(data, { onProgress: (readBytes) => say({ kind: "progress", readBytes }) }).then(
    (list) => say({ kind: "done", list }),
    (error: unknown) => say({ kind: "refused", sentence: sentenceOf(error) }),
  );
});

const sentenceOf = (error: unknown) =>
  error instanceof Problem ? error.message : "This file could not be read. It may have been moved or changed.";
