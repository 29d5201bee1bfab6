import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { endFile } from "./on-file-end";
import { isNightly } from "./runs";
import { watchRejections } from "./watch-rejections";

const seed = isNightly ? Date.now() % 2 ** 31 : 20_261_127;
if (isNightly) console.log(`fast-check seed ${seed}`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

const rejections = watchRejections(process);
beforeEach(rejections.begin);
afterEach(async () => {
  // Node reports a rejection after the microtasks of the turn in which it happened.
  await setImmediate();
  rejections.end();
});

// Files of one worker share its globals.
afterAll(async () => {
  await endFile();
  rejections.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
