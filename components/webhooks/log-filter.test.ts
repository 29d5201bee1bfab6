import { expect, test } from "vitest";
import { attemptsFrom, attemptsMessage, filterFrom, spanOf, spanText } from "./log-filter";

const read = (address: string) => filterFrom((name) => new URLSearchParams(address).get(name));

test("an address without filters shows the last 24 hours of everything", () => {
  const filter = read("");
  expect(filter.preset?.value).toBe("24h");
  expect({ ...filter, preset: undefined }).toEqual({
    attempts: undefined,
    preset: undefined,
    between: undefined,
    isUntimed: false,
    status: undefined,
    event: undefined,
    text: undefined,
  });
});

test("every filter is one readable parameter", () => {
  const filter = read("attempts=2..&time=7d&status=!delivered&event=call.ended&text= wh_1 ");
  expect(filter).toMatchObject({ attempts: { least: 2 }, status: "!delivered", event: "call.ended", text: "wh_1" });
  expect(filter.preset?.value).toBe("7d");
  expect(read("time=all").preset).toBeUndefined();
  expect(read("time=none")).toMatchObject({ preset: undefined, isUntimed: true });
  expect(read("time=none&between=2026-11-20T06:30:00Z..2026-11-20T07:00:00Z").isUntimed).toBe(false);
});

test("attempts are exact, at least, or a range", () => {
  expect(attemptsFrom("6")).toEqual({ least: 6, most: 6 });
  expect(attemptsFrom("2..4")).toEqual({ least: 2, most: 4 });
  expect(["4..2", "x", "-1", "", "2.."].map((text) => attemptsFrom(text)?.most)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    Number.POSITIVE_INFINITY,
  ]);
  expect(["1", "4..", "2..3"].map((text) => attemptsMessage(attemptsFrom(text) ?? { least: 0, most: 0 }))).toEqual([
    "1",
    "4 or more",
    "2 to 3",
  ]);
});

test("a span survives its address, and a broken one narrows nothing", () => {
  const span = { fromMs: Date.parse("2026-11-20T06:30:00Z"), toMs: Date.parse("2026-11-20T07:00:00Z") };
  expect(spanText(span)).toBe("2026-11-20T06:30:00Z..2026-11-20T07:00:00Z");
  expect(read(`between=${spanText(span)}`).between).toEqual(span);
  for (const text of ["2026-11-20T06:30:00Z", "b..a", "2026-11-20T07:00:00Z..2026-11-20T06:30:00Z"])
    expect(read(`between=${text}`).between).toBeUndefined();
});

test("a span chosen on a bar stands in for the preset", () => {
  const now = Date.parse("2026-11-20T08:00:00Z");
  expect(spanOf(read("time=1h"), now)?.fromMs).toBe(now - 3_600_000);
  expect(spanOf(read("time=all"), now)).toBeUndefined();
  expect(spanOf(read("time=1h&between=2026-11-20T06:30:00Z..2026-11-20T07:00:00Z"), now)?.toMs).toBeLessThan(now);
});
