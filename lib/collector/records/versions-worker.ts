import { parentPort, workerData } from "node:worker_threads";
import { compareVersions } from "./compare-versions";

/** Worker thread that compares the versions of one large record. */
parentPort?.postMessage(compareVersions(workerData as string[]));
