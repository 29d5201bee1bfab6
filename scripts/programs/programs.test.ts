import { expect, test } from "vitest";
import { fieldsOf, programOperations } from "./operations";

test("explains each field that a program can send, in one line", () => {
  const without = programOperations.flatMap((op) =>
    fieldsOf(op)
      .filter(({ note }) => note === undefined || note.length > 100)
      .map(({ name }) => `${op.id}.${name}`),
  );
  expect(without).toEqual([]);
});

test("writes type, place and limits of a field in words", () => {
  const op = programOperations.find(({ id }) => id === "campaigns.resume") ?? expect.fail();
  expect(fieldsOf(op)).toEqual([
    {
      ...{ name: "campaign_id", place: "path", isRequired: true, limits: "text, at most 500 characters" },
      note: "The campaign's ID.",
    },
    {
      ...{ name: "confirmed_people", place: "body", isRequired: false },
      limits: "whole number from 0 to 1,000,000,000 or null",
      note: "How many waiting people you allow to be called. It is refused if more are waiting.",
    },
    {
      ...{ name: "confirmed_blocked", place: "body", isRequired: false },
      limits: "whole number from 0 to 1,000,000,000 or null",
      note: "How many waiting people on the do-not-call list you allow to be called. Refused if more wait.",
    },
  ]);
});

test("places the fields of a read in the body when it is a POST", () => {
  const op = programOperations.find(({ id }) => id === "numbers.read") ?? expect.fail();
  expect(fieldsOf(op).map(({ name, place }) => [name, place])).toEqual([
    ["text", "body"],
    ["country", "body"],
  ]);
});

test("describes no operation that is closed to tokens", () => {
  const ids = programOperations.map(({ id }) => id);
  expect(ids).toContain("deliveries.export");
  for (const closed of ["team.list", "alerts.settings", "backups.get", "connection.get", "inbox.addresses"])
    expect(ids).not.toContain(closed);
});
