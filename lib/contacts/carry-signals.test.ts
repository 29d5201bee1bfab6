import { expose, wrap } from "comlink";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carrySignals } from "./carry-signals";

const { port1, port2 } = new MessageChannel();
beforeAll(carrySignals);
afterAll(() => port1.close());

const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("aborted")));

test("aborts on the other side when the signal is aborted before or after it was passed on", async () => {
  expose({ aborted, isAborted: (signal: AbortSignal) => signal.aborted }, port1);
  const remote = wrap<{ aborted: typeof aborted; isAborted(signal: AbortSignal): boolean }>(port2);
  const [abortController, other] = [new AbortController(), new AbortController()];
  const pending = remote.aborted(abortController.signal);
  expect(await remote.isAborted(other.signal)).toBe(false);
  abortController.abort();
  expect(await pending).toBe("aborted");
  expect(await remote.aborted(AbortSignal.abort())).toBe("aborted");
  expect(await remote.isAborted(other.signal)).toBe(false);
});
