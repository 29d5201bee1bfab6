import { parentPort, workerData } from "node:worker_threads";
import { inBatches, type LogText, parseLog } from "./log-entries";

/** Worker thread that parses one large response of the log. */
for (const batch of inBatches(parseLog(workerData as LogText))) parentPort?.postMessage(batch);
parentPort?.postMessage("end");
