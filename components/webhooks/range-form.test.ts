import { expect, test } from "vitest";
import { parseRange } from "@/lib/format/parse-range";
import { readRange } from "./range-form";

const berlin = { nowMs: Date.parse("2026-11-20T14:20:31Z"), timeZone: "Europe/Berlin" };

test("readRange reads both fields, or a whole range from the first one", () => {
  expect(readRange({ from: "yesterday 14:00–14:20", to: "" }, berlin).span).toEqual(
    parseRange("yesterday 14:00–14:20", berlin),
  );
  expect(readRange({ from: "yesterday 14:00", to: "" }, berlin).span?.toMs).toBeUndefined();
  expect(readRange({ from: "2 hours ago", to: "" }, berlin).span).toEqual({ fromMs: berlin.nowMs - 7_200_000 });
  expect(readRange({ from: "2pm-3pm", to: "" }, berlin).span).toEqual(parseRange("14:00–15:00", berlin));
  expect(readRange({ from: "soon", to: "now" }, berlin)).toMatchObject({ span: undefined, badFrom: true });
  expect(readRange({ from: "15:00", to: "14:00" }, berlin)).toMatchObject({ span: undefined, isBackward: true });
  expect(readRange({ from: "14:10 Mumbai", to: "" }, berlin).span?.fromMs).toBe(Date.parse("2026-11-20T08:40:00Z"));
  expect(readRange({ from: "14:00–14:20 IST", to: "" }, berlin)).toMatchObject({ zone: "Asia/Kolkata" });
});
