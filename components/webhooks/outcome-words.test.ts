import { expect, test } from "vitest";
import { openSentence, openWords } from "./outcome-words";

test("says that a delivery is retried only when attempts climbed or its wait is known", () => {
  expect(openWords({ outcome: "not_yet", attempts: 1 })).toBe("not arrived yet");
  expect(openWords({ outcome: "not_yet", attempts: 4 })).toBe("being retried");
  expect(openWords({ outcome: "retrying", attempts: 1 })).toBe("being retried");
  expect(openWords({ outcome: "retrying", attempts: 0 })).toBe("not tried yet");
  expect(openSentence({ outcome: "not_yet", attempts: null })).toBe("Not arrived yet");
  expect(openSentence({ outcome: "retrying", attempts: 2 })).toBe("Not arrived yet, being retried");
});
