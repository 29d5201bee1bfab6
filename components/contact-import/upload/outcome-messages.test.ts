import { expect, test } from "vitest";
import type { ContactImport } from "@/lib/contract/console/imports";
import { Problem } from "@/lib/contract/problem";
import { listMessage, listTitle, outcomeMessage, outcomeTone, uploadMessage } from "./outcome-messages";

const unknown = new Problem("switchboard-unreachable", undefined, {
  outcome: "unknown",
});

test("a dropped line says how far it got, and that nobody knows what the platform has", () => {
  const { heading, sentences } = uploadMessage({ problem: unknown, percent: 62, wasStopped: false });
  expect([heading, ...sentences].join(" ")).toBe(
    "The connection dropped at 62%. The platform may have none, some or all of it. Check the campaign before sending again.",
  );
});

test("stopping is no undoing", () => {
  const { heading, sentences } = uploadMessage({ problem: unknown, percent: 8, wasStopped: true });
  expect(heading).toBe("You stopped at 8%.");
  expect(sentences).toEqual([expect.stringContaining("none, some or all")]);
});

test("a list that seemed to have left whole is not said to have arrived", () => {
  expect(uploadMessage({ problem: unknown, percent: 100, wasStopped: false }).heading).toBe(
    "The connection dropped before the platform replied.",
  );
});

test("only a list that surely did not arrive is said to be not uploaded", () => {
  const refused = new Problem("rejected", "Refused.", { outcome: "refused" });
  expect(listTitle(undefined)).toBe("Uploaded file");
  expect(listTitle({ problem: refused, percent: 100, wasStopped: false })).toBe("Not uploaded");
  expect(listTitle({ problem: unknown, percent: 100, wasStopped: false })).toBe("The list");
  expect(listTitle({ problem: unknown, percent: 8, wasStopped: true })).toBe("The list");
});

test("a refusal carries the platform's own message", () => {
  const problem = new Problem("rejected", "Refused.", {
    outcome: "refused",
    upstream: { status: 400, message: "The file is empty." },
  });
  expect(uploadMessage({ problem, percent: 100, wasStopped: false })).toMatchObject({
    heading: "The contact list was refused",
    sentences: ["“The file is empty.”"],
  });
});

const journalEntry = (accepted: number) => {
  const entry = { outcome: "ok", status: 200, rows: 403, accepted } as ContactImport;
  return [outcomeTone(entry), outcomeMessage(entry)];
};

test("the journal is content only with a platform that counts as many as were sent", () => {
  expect(journalEntry(403)).toEqual(["ok", "403 of 403 contacts added"]);
  expect(journalEntry(400)).toEqual(["wait", "400 of 403 contacts added"]);
  expect(journalEntry(500)).toEqual(["wait", "the platform counts 500, more than the 403 contacts sent"]);
});

test("the journal says how many rows of the file were left out, whatever else is counted of it", () => {
  const counts = { sent: 1, toFix: 4, duplicate: 1, blank: 0, leftOut: 1, tidied: 1 };
  expect(listMessage({ counts, rows: 1 })).toBe("1 contact, 6 rows left out");
  expect(listMessage({ counts: { sent: 2, tidied: 2 }, rows: 2 })).toBe("2 contacts");
});
