import { expect, test } from "vitest";
import { answerMessage, openWord } from "./upload-answer";

const messageOf = (raw: unknown, sent: number, status = 200) => answerMessage({ raw, status, sent, into: "Winter" });

test("leads with the number of added contacts when some rows were not accepted", () => {
  expect(messageOf({ accepted: 1, rejected: 6, duplicates: 1, total: 8 }, 8)).toMatchObject({
    heading: "1 of 8 contacts were added to Winter",
    sentences: ["The platform counts 1 accepted, 6 rejected, 1 duplicate; 8 were uploaded."],
    kind: "short",
  });
  expect(messageOf({ imported: 0, failed: 2 }, 2)).toMatchObject({
    heading: "No contact was added to Winter",
    kind: "short",
  });
  expect(messageOf({ imported: 3 }, 4).kind).toBe("short");
  expect(messageOf({ errors: [{ row: 2 }] }, 4)).toMatchObject({
    heading: "Not every contact may be in Winter",
    kind: "short",
  });
});

test("says who is in the campaign when all rows were accepted", () => {
  expect(messageOf({ accepted: 403, rejected: 0 }, 403)).toEqual({
    heading: "403 contacts are in Winter",
    sentences: [],
    kind: "all",
    counted: "The platform counts 403 accepted, 0 rejected; 403 were uploaded.",
  });
  expect(messageOf({ accepted: 1 }, 1).heading).toBe("1 contact is in Winter");
});

test("reports counts that differ from the number of sent rows", () => {
  expect(messageOf({ accepted: 5, total: 5 }, 8)).toMatchObject({
    sentences: ["The platform counts 5 accepted; 8 were uploaded.", "It counts 5 in all."],
    kind: "short",
  });
  expect(messageOf({ accepted: 5, rejected: 1 }, 8).sentences.join(" ")).toContain("do not add up");
  expect(messageOf({ accepted: 5, rejected: 3, duplicates: 2 }, 8).sentences.join(" ")).not.toContain("add up");
});

test("reports a difference when the platform counts more than were sent", () => {
  expect(messageOf({ data: { imported: 500 } }, 403)).toMatchObject({
    heading: "403 contacts were uploaded to Winter",
    sentences: ["The platform counts 500 imported; 403 were uploaded.", "It counts more than were uploaded."],
    kind: "over",
  });
  expect(messageOf({ accepted: 2, total: 2 }, 1).sentences).toContain("It counts more than was uploaded.");
  expect(messageOf({ accepted: 500, rejected: 3 }, 403)).toMatchObject({
    heading: "Not every contact may be in Winter",
    sentences: [expect.anything(), "It counts more than were uploaded."],
    kind: "short",
  });
  expect(messageOf({ accepted: 500 }, 403, 202).sentences).toContain("It counts more than were uploaded.");
});

test("says that there are no counts, whatever the status", () => {
  for (const [raw, status] of [
    [null, 204],
    [null, 200],
    [{ success: true, message: "Taken" }, 200],
    [{ seconds: 3 }, 200],
  ] as const)
    expect(messageOf(raw, 4, status)).toMatchObject({
      heading: "4 contacts were uploaded to Winter",
      sentences: ["It is unknown how many the platform accepted."],
      kind: "unsaid",
    });
});

test("reports work in progress by status 202 or by the platform's word", () => {
  expect(messageOf({ job_id: "j1" }, 4, 202)).toMatchObject({
    heading: "Contacts are still being added to Winter",
    sentences: ["The platform is still working on the list.", "It is unknown how many the platform accepted."],
    kind: "open",
  });
  expect(messageOf({ data: { status: "processing", accepted: 4 } }, 4).kind).toBe("open");
  expect([openWord({ status: "processing" }, 200), openWord(null, 202), openWord(null, 200)]).toEqual([
    "“processing”",
    "accepted, not yet done",
    undefined,
  ]);
});

test("reports a short upload for status 207 unless all rows were accepted", () => {
  expect(messageOf({ accepted: 4 }, 4, 207)).toMatchObject({
    heading: "Not every contact may be in Winter",
    sentences: [expect.stringContaining("may have failed"), expect.anything()],
    kind: "short",
  });
  expect(messageOf({ results: [{ status: 201 }] }, 2, 207).kind).toBe("short");
});
