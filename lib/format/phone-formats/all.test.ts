import { expect, test } from "vitest";
import { phoneFormatsIn } from "./all";

const codesIn = async (data: unknown) => (await phoneFormatsIn(data)).map(([code]) => code);

test("finds the formats of the calling codes in an answer, and no others", async () => {
  expect(await codesIn({ raw: [{ phone_number: "+442079460142" }, { contact: "493023125071" }] })).toEqual([
    "44",
    "49",
  ]);
  expect(await codesIn({ raw: [{ id: "call_01", at: 1_700_000_000, name: "Call +442079460142 back" }] })).toEqual([]);
  expect(await codesIn(undefined)).toEqual([]);
});
