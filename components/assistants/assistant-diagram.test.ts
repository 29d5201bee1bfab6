import { expect, test } from "vitest";
import { connectorsOf, diagramHeight, diagramLines } from "./assistant-diagram";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}`, status: "active" }));

test("diagramLines uses a solid connector for active numbers, else a dotted one", () => {
  expect(diagramLines([{ status: "active" }, { status: "inactive" }, {}]).kinds).toEqual(["solid", "dotted", "dotted"]);
});

test("diagramLines uses one thick connector for all numbers after the sixth", () => {
  expect(diagramLines(numbers(6))).toMatchObject({ more: 0, kinds: Array(6).fill("solid") });
  const { shown, more, kinds } = diagramLines(numbers(15));
  expect([shown.length, more, kinds.at(-1), kinds.length]).toEqual([6, 9, "thick", 7]);
});

test("connectorsOf starts each connector at its row and ends it at the card", () => {
  const paths = connectorsOf(["solid", "solid", "dotted"]).map(({ path }) => path);
  expect(paths.map((path) => path.split("C")[0])).toEqual(["M0 68", "M0 112", "M0 156"]);
  expect(paths.every((path) => path.endsWith("132 122"))).toBe(true);
  expect(diagramHeight(1)).toBe(212);
  expect(diagramHeight(7)).toBe(376);
});
