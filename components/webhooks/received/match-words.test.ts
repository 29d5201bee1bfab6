import { expect, test } from "vitest";
import { logWords } from "@/components/status/log-words";
import type { LogMatch, ReceivedEvent } from "@/lib/contract/console/inbox/received";
import { answerWords } from "./match-words";

const at = (minute: number) => `2026-11-20T09:0${minute}:00.000Z`;
const match = (rest: Partial<LogMatch> = {}): LogMatch => ({
  ...{ matched: 0, log_only: 0, here_only: 0, more_arrivals: 0, log_only_keys: [], here_only_ids: [] },
  ...{ has_webhook: true, known_until: at(5), clock_difference_ms: null, band: null },
  ...rest,
});
const event = (rest: Partial<ReceivedEvent> = {}) =>
  ({
    id: "1",
    name: "call.ended",
    arrivals: 1,
    in_log: false,
    paired_by: null,
    ...rest,
  }) as ReceivedEvent;

test.each([
  [match({ matched: 1_503, log_only: 6 }), "wait", "1,503 of 1,509 deliveries in the log arrived here"],
  [match({ matched: 1 }), "ok", "1 of 1 delivery in the log arrived here"],
  [match(), "idle", "No deliveries to our address were in the log at its last check"],
  [match({ has_webhook: false }), "unknown", "No webhook of the platform has an address of ours"],
])("answers %j with a heading", (found, tone, text) => {
  expect(answerWords(found)).toEqual({ tone, text });
});

test("says how the delivery of an event was found, and of one without a delivery that it is not in the log", () => {
  expect(logWords(event({ in_log: true, paired_by: "time" }), match())?.text).toBe("matched by time");
  expect(logWords(event({ in_log: true, paired_by: "id" }), match())?.text).toBe("matched");
  expect(logWords(event({ is_compared: true }), match())?.text).toBe("not in log");
  expect(logWords(event({ is_compared: true }), match({ has_webhook: false }))).toBeUndefined();
});

test("does not say that an event is not in the log before it is compared", () => {
  expect(logWords(event({ is_compared: false }), match())?.text).toBe("not checked yet");
});
