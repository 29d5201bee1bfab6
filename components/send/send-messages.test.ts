import { expect, test } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { sendMessage } from "./send-messages";

test("sendMessage quotes the platform when it refused the action", () => {
  const problem = new Problem("rejected", undefined, {
    outcome: "refused",
    upstream: { status: 400, message: "Campaign must be paused" },
  });
  expect(sendMessage(problem, "Resume")).toEqual({
    heading: "Resume was refused",
    sentences: ["“Campaign must be paused”"],
    mayHaveHappened: false,
  });
});

test("sendMessage uses the stored sentence when key or permission was refused", () => {
  for (const code of ["upstream-auth", "upstream-forbidden"] as const) {
    const upstream = { status: 403, message: "Missing scope" };
    const problem = new Problem(code, "It does not allow this: Missing scope", { outcome: "refused", upstream });
    expect(sendMessage(problem, "Resume").sentences).toEqual(["It does not allow this: Missing scope."]);
  }
});

test("sendMessage says that the outcome is unknown when there was no answer", () => {
  const problem = new Problem("upstream-timeout", undefined, { outcome: "unknown" });
  const words = sendMessage(problem, "Start");
  expect(words.heading).toBe("Start may or may not have taken effect");
  expect(words.sentences).toEqual(["The platform did not answer in time.", "Check the record before sending again."]);
  expect(words.mayHaveHappened).toBe(true);
});

test("sendMessage excludes an effect when Switchboard rejected the action", () => {
  expect(sendMessage(new Problem("rate_limited"), "Pause").mayHaveHappened).toBe(false);
  expect(sendMessage(new Problem("internal", "Something went wrong."), "Pause").mayHaveHappened).toBe(true);
});

test("sendMessage suggests splitting a file that is too large", () => {
  const problem = new Problem("too_large", "x", { outcome: "refused", upstream: { status: 413 } });
  expect(sendMessage(problem, "The contact list").sentences.join(" ")).toContain("Split the list into smaller files");
});
