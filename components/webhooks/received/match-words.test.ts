import { expect, test } from "vitest";
import type { LogMatch, ReceivedEvent } from "@/lib/contract/console/inbox/received";
import { answerWords, logWords } from "./match-words";

const at = (minute: number) => `2026-11-20T09:0${minute}:00.000Z`;
const match = (rest: Partial<LogMatch> = {}): LogMatch => ({
  ...{ matched: 0, log_only: 0, here_only: 0, more_arrivals: 0, log_only_keys: [], here_only_ids: [] },
  ...{ has_webhook: true, known_until: at(5) },
  ...rest,
});
const event = (rest: Partial<ReceivedEvent> = {}) =>
  ({
    id: "1",
    name: "call.ended",
    arrivals: 1,
    in_log: false,
    delivery_id: null,
    last_at: at(4),
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

test("says of an event without an ID that it is matched by time only when all others are listed", () => {
  expect(logWords(event(), match())?.text).toBe("matched by time");
  expect(logWords(event({ delivery_id: "log_1" }), match())?.text).toBe("matched");
  expect(logWords(event(), match({ here_only: 1, here_only_ids: ["1"] }))?.text).toBe("not in log");
  expect(logWords(event(), match({ here_only: 80, here_only_ids: ["2"] }))).toBeUndefined();
  expect(logWords(event(), match({ has_webhook: false }))).toBeUndefined();
});

test("does not say that an event is not in the log before the log was read", () => {
  expect(logWords(event({ last_at: at(6) }), match())?.text).toBe("not checked yet");
});
