import { parentPort, workerData } from "node:worker_threads";
import { compareVersions } from "./compare-versions";

parentPort?.postMessage(compareVersions(workerData as string[]));
