import { openAsBlob } from "node:fs";
import { openWorkbook } from "@/lib/contacts/workbook/workbook";
import { answerRequests } from "./answering";

const answers = { read };
export type WorkbookReadAnswers = typeof answers;

answerRequests(answers);

/** Measures reading or refusing a workbook's first sheet. */
async function read({ path }: { path: string }) {
  const reading = { onProgress: () => {}, signal: new AbortController().signal };
  const file = await openAsBlob(path);
  const before = process.memoryUsage.rss();
  const since = process.cpuUsage();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  const says = await openWorkbook(file, reading)
    .then((book) => book.toCsv(0, reading))
    .then(
      ({ text }) => `${text.size} bytes of CSV`,
      (error: Error) => error.message,
    );
  clearInterval(timer);
  const { user, system } = process.cpuUsage(since);
  return { says, cpuMs: (user + system) / 1000, megabytes: (peak - before) / 1024 ** 2 };
}
