import { expose, wrap } from "comlink";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carrySignals } from "./carry-signals";

const { port1, port2 } = new MessageChannel();
beforeAll(carrySignals);
afterAll(() => port1.close());

const ended = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("ended")));

test("a signal ends what it was given to on the other side, before or after it was given, and nothing else", async () => {
  expose({ ended, isEnded: (signal: AbortSignal) => signal.aborted }, port1);
  const there = wrap<{ ended: typeof ended; isEnded(signal: AbortSignal): boolean }>(port2);
  const [abortController, other] = [new AbortController(), new AbortController()];
  const waiting = there.ended(abortController.signal);
  expect(await there.isEnded(other.signal)).toBe(false);
  abortController.abort();
  expect(await waiting).toBe("ended");
  expect(await there.ended(AbortSignal.abort())).toBe("ended");
  expect(await there.isEnded(other.signal)).toBe(false);
});
