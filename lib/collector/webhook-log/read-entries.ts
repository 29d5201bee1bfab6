import { on } from "node:events";
import { startThread } from "@/lib/http/start-thread";
import { inBatches, type LogEntry, type LogText, parseLog } from "./log-entries";

const smallBytes = 256 * 1024;
const maxParseMs = 120_000;

/** Parses a response in batches, a large one on a thread of its own so that this process stays responsive. */
export async function* readEntries(text: LogText): AsyncGenerator<LogEntry[]> {
  if (text.answer.length <= smallBytes) {
    yield* inBatches(parseLog(text));
    return;
  }
  const thread = startThread("log-worker", import.meta.url, { workerData: text });
  try {
    const messages = on(thread, "message", { signal: AbortSignal.timeout(maxParseMs), close: ["exit"] });
    for await (const [batch] of messages) {
      if (batch === "end") return;
      yield batch as LogEntry[];
    }
    throw new Error("The thread that parses the log ended.");
  } finally {
    void thread.terminate();
  }
}
