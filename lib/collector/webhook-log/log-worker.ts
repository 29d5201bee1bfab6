import { parentPort, workerData } from "node:worker_threads";
import { inBatches, type LogText, parseLog } from "./log-entries";

for (const batch of inBatches(parseLog(workerData as LogText))) parentPort?.postMessage(batch);
parentPort?.postMessage("end");
