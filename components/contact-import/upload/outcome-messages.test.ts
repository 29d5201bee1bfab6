import { expect, test } from "vitest";
import type { ContactImport } from "@/lib/contract/console/imports";
import { Problem } from "@/lib/contract/problem";
import {
  begunTitle,
  calledSentence,
  listMessage,
  listTitle,
  outcomeMessage,
  outcomeTone,
  unrecorded,
  uploadMessage,
} from "./outcome-messages";

const unknown = new Problem("switchboard-unreachable", undefined, {
  outcome: "unknown",
});

test("uploadMessage gives the percentage when the connection drops", () => {
  const { heading, sentences } = uploadMessage({ problem: unknown, percent: 62, wasStopped: false });
  expect([heading, ...sentences].join(" ")).toBe(
    "The connection dropped at 62%. The platform may have none, some or all of it. Check the campaign before uploading again.",
  );
});

test("uploadMessage warns about partial data when the user stopped", () => {
  const { heading, sentences } = uploadMessage({ problem: unknown, percent: 8, wasStopped: true });
  expect(heading).toBe("You stopped at 8%.");
  expect(sentences).toEqual([expect.stringContaining("none, some or all")]);
});

test("uploadMessage does not claim arrival when all bytes were sent without a reply", () => {
  expect(uploadMessage({ problem: unknown, percent: 100, wasStopped: false }).heading).toBe(
    "The connection dropped before the platform replied.",
  );
});

test("listTitle says Not uploaded only when the list was refused", () => {
  const refused = new Problem("rejected", "Refused.", { outcome: "refused" });
  expect(listTitle(undefined)).toBe("Uploaded file");
  expect(listTitle({ problem: refused, percent: 100, wasStopped: false })).toBe("Not uploaded");
  expect(listTitle({ problem: unknown, percent: 100, wasStopped: false })).toBe("The list");
  expect(listTitle({ problem: unknown, percent: 8, wasStopped: true })).toBe("The list");
});

test("uploadMessage quotes the platform when it refused the list", () => {
  const problem = new Problem("rejected", "Refused.", {
    outcome: "refused",
    upstream: { status: 400, message: "The file is empty." },
  });
  expect(uploadMessage({ problem, percent: 100, wasStopped: false })).toMatchObject({
    heading: "The contact list was refused",
    sentences: ["“The file is empty.”"],
  });
});

test("uploadMessage gives the reason when the upload could not be recorded", () => {
  const messageOf = (problem: Problem) =>
    uploadMessage({ problem: unrecorded(problem), percent: 0, wasStopped: false }).sentences;
  const sentence = "The upload could not be recorded, so the list was not uploaded.";
  expect(messageOf(unknown)).toEqual([`${sentence} Switchboard's own server is not answering.`]);
  expect(messageOf(new Problem("not_recorded"))).toEqual([sentence]);
});

const journalEntry = (accepted: number) => {
  const entry = { outcome: "ok", status: 200, rows: 403, accepted } as ContactImport;
  return [outcomeTone(entry), outcomeMessage(entry)];
};

test("outcomeTone is ok only when the platform counts as many as were sent", () => {
  expect(journalEntry(403)).toEqual(["ok", "403 of 403 contacts added"]);
  expect(journalEntry(400)).toEqual(["wait", "400 of 403 contacts added"]);
  expect(journalEntry(500)).toEqual(["wait", "the platform counts 500, more than the 403 contacts uploaded"]);
});

test("listMessage counts the rows left out of the file", () => {
  const counts = { sent: 1, toFix: 4, duplicate: 1, blank: 0, leftOut: 1, tidied: 1 };
  expect(listMessage({ counts, rows: 1 })).toBe("1 contact, 6 rows left out");
  expect(listMessage({ counts: { sent: 2, tidied: 2 }, rows: 2 })).toBe("2 contacts");
});

test("says of an upload into a running campaign whether its calls have begun", () => {
  const title = (input: Partial<Parameters<typeof begunTitle>[0]>) =>
    begunTitle({ rows: 300, stage: "running", opens: "", called: 12, ...input });
  expect(title({})).toBe("Calls to these 300 people have begun.");
  expect(title({ called: 0 })).toBe("The campaign is running: these 300 people are called from now on.");
  expect(title({ opens: "Mon 09:00" })).toBe("These 300 people will be called from Mon 09:00.");
  expect(title({ stage: "paused" })).toBe("The campaign is paused now.");
  expect(title({ stage: undefined, rows: 1 })).toBe("If the campaign is running, calls to this person have begun.");
});

test("says how many of an upload were called, or that it is unknown", () => {
  expect(calledSentence({ people: 300, called: 12 })).toBe("12 of the 300 people of this upload were called so far.");
  expect(calledSentence({ people: 1, called: 0 })).toBe("Nobody of this upload was called so far.");
  expect(calledSentence({ people: 1, called: null })).toContain("unknown");
});
