import { expect, test } from "vitest";
import { connectorsOf, diagramHeight, diagramLines } from "./assistant-diagram";

const number = (ref: string, status: string | null = "active") => ({
  ...{ ref, id: ref, phone_number: null, friendly_name: null },
  status,
});

test("diagramLines uses a solid connector for active numbers, else a dotted one", () => {
  const data = [number("a"), number("b", "inactive"), number("c", null)];
  expect(diagramLines({ data, count: 3 })).toMatchObject({ more: 0, kinds: ["solid", "dotted", "dotted"] });
});

test("diagramLines uses one thick connector for the numbers that are not listed", () => {
  expect(diagramLines({ data: [number("a")], count: 10 })).toMatchObject({ more: 9, kinds: ["solid", "thick"] });
});

test("connectorsOf starts each connector at its row and ends it at the card", () => {
  const paths = connectorsOf(["solid", "solid", "dotted"]).map(({ path }) => path);
  expect(paths.map((path) => path.split("C")[0])).toEqual(["M0 68", "M0 112", "M0 156"]);
  expect(paths.every((path) => path.endsWith("132 122"))).toBe(true);
  expect(diagramHeight(1)).toBe(212);
  expect(diagramHeight(7)).toBe(376);
});
