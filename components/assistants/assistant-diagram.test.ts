import { expect, test } from "vitest";
import { connectorsOf, diagramHeight, diagramLines } from "./assistant-diagram";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}`, status: "active" }));

test("active numbers have a solid connector, all others a dotted one", () => {
  expect(diagramLines([{ status: "active" }, { status: "inactive" }, {}]).kinds).toEqual(["solid", "dotted", "dotted"]);
});

test("above six numbers the rest share one thick connector", () => {
  expect(diagramLines(numbers(6))).toMatchObject({ more: 0, kinds: Array(6).fill("solid") });
  const { shown, more, kinds } = diagramLines(numbers(15));
  expect([shown.length, more, kinds.at(-1), kinds.length]).toEqual([6, 9, "thick", 7]);
});

test("each connector begins at its own row and all end at the assistant card", () => {
  const paths = connectorsOf(["solid", "solid", "dotted"]).map(({ path }) => path);
  expect(paths.map((path) => path.split("C")[0])).toEqual(["M0 68", "M0 112", "M0 156"]);
  expect(paths.every((path) => path.endsWith("132 122"))).toBe(true);
  expect(diagramHeight(1)).toBe(212);
  expect(diagramHeight(7)).toBe(376);
});
