import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { inputOf } from "@/lib/contract/inputs";
import { type Operation, placeholdersOf } from "@/lib/contract/operation";
import { exportInput, inputsOf, readInput } from "./list-input";
import { cursorName, type ListFrame, type ListSpec, valueIn } from "./list-spec";

const components = join(import.meta.dirname, "..");

type List = ListFrame | ListSpec<Operation>;

const isList = (value: unknown): value is List => typeof value === "object" && value !== null && "filters" in value;
const isRemote = (list: List): list is ListSpec<Operation> => "op" in list;

/** Every declared list: each is in a file named `components/<folder>/<name>-list.ts`. */
const files = readdirSync(components, { recursive: true, encoding: "utf8" }).filter((path) =>
  /^[^/]+\/(?!use-)[\w-]+-list\.ts$/.test(path),
);

async function listsIn(path: string): Promise<List[]> {
  const exported: Record<string, unknown> = await import(join(components, path));
  return Object.values(exported).filter(isList);
}

const only = (param: string, value: string) => (name: string) => (name === param ? value : undefined);

const lists = (await Promise.all(files.map(listsIn))).flat();
const remoteLists = lists.filter(isRemote);

test("the lists of both kinds are found", () => {
  expect(lists.map(({ page }) => page)).toEqual(expect.arrayContaining(["audit", "results", "numbers"]));
});

test.each(remoteLists.map((list) => [list.op.id, list] as const))(
  "every input of %s is a filter, paging, or named as an input without a control",
  (_id, { op, filters, otherInputs = [] }) => {
    const used = [
      ...filters.flatMap(inputsOf),
      ...["after", "limit"].filter((name) => name in inputOf(op).shape),
      ...placeholdersOf(op),
      ...otherInputs,
    ];
    expect(used.toSorted()).toEqual(Object.keys(inputOf(op).shape).toSorted());
  },
);

test.each(remoteLists.map((list) => [list.op.id, list] as const))(
  "the export of %s has every filter of the list",
  (_id, { file, filters }) => {
    expect(Object.keys(inputOf(file).shape)).toEqual(expect.arrayContaining(filters.flatMap(inputsOf)));
  },
);

/** True if the operation takes this value for the input of a filter. */
const takes = (op: Operation, name: string, value: unknown) =>
  z.safeParse(inputOf(op).shape[name] ?? z.never(), value).success;

/** A filter without options takes as much text as its operation: then it is not shorter by mistake either. */
test.each(remoteLists.map((list) => [list.op.id, list] as const))(
  "the filters of %s take as much text as the operation",
  (_id, { op, filters }) => {
    for (const filter of filters.filter(({ kind }) => kind !== "time" && kind !== "switch")) {
      if (("options" in filter && filter.options) || (filter.accepts && filter.kind !== "search")) continue;
      const { longest = 0 } = filter;
      for (const name of inputsOf(filter))
        expect([name, takes(op, name, "x".repeat(longest)), takes(op, name, "x".repeat(longest + 1))]).toEqual([
          ...[name, longest > 0, false],
        ]);
    }
  },
);

/** Values that a person can type into an address. */
const typed = [
  ...[
    "",
    " ",
    "1",
    "x",
    "perhaps",
    "a\0b",
    "%00",
    "\ud800",
    "soon",
    "\u200b",
    "(none)",
    "!failed",
    "2..4",
    "9999999999..",
    "5..",
    "show",
  ],
  ...["0000-01-01", "0001-01-01", "1000-01-01", "2026-02-30", "2026-11-29", "9999-12-31", "99999-01-01"],
  ...[200, 201, 300, 301, 320, 321, 700, 701, 2000, 2001, 4000, 4001].map((length) => "x".repeat(length)),
];

test.each(remoteLists.map((list) => [list.op.id, list] as const))(
  "no address makes the list %s ask for what its operation refuses",
  (_id, spec) => {
    const { op, filters } = spec;
    const offered = filters.flatMap((filter) =>
      "options" in filter ? (filter.options ?? []).map(({ value }) => value) : [],
    );
    const fixed = Object.fromEntries(placeholdersOf(op).map((name) => [name, "1"]));
    const more = filters.flatMap((filter) => (filter.kind === "time" ? filter.moreParams : []));
    const params = [...filters.map(({ param }) => param), ...more, cursorName];
    for (const timeZone of ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])
      for (const value of [...typed, ...offered])
        for (const param of params) {
          const input = readInput(spec, only(param, value), { timeZone, fixed });
          expect([param, value, inputOf(op).safeParse(input).error?.issues]).toEqual([param, value, undefined]);
        }
  },
);

test.each(remoteLists.map((list) => [list.op.id, list] as const))(
  "the export of %s is asked for with its filters, and without paging",
  (_id, { op, file, filters }) => {
    const names = [...placeholdersOf(op), ...filters.flatMap(inputsOf)];
    const input = Object.fromEntries([...names, "after", "limit", "other"].map((name) => [name, "1"]));
    const shape = Object.keys(inputOf(file).shape);
    expect(Object.keys(exportInput({ file, filters }, input)).toSorted()).toEqual(
      names.filter((name) => shape.includes(name)).toSorted(),
    );
  },
);

test.each(lists.map((list) => [list.page, list] as const))(
  "each parameter of the list %s has one meaning",
  (_page, { filters, transient = [] }) => {
    const more = filters.flatMap((filter) => (filter.kind === "time" ? filter.moreParams : []));
    const named = filters.flatMap(({ param, oldParams = [] }) => [param, ...oldParams]);
    const all = [...named, ...more, ...transient, "after"];
    expect(all).toEqual([...new Set(all)]);
    const tokens = filters.flatMap(({ token }) => token ?? []);
    expect(tokens).toEqual([...new Set(tokens)]);
  },
);

test.each(lists.map((list) => [list.page, list] as const))(
  "an old link of the list %s shows the same as a new one",
  (_page, { filters }) => {
    for (const filter of filters) {
      const sample = ("options" in filter && filter.options?.[0]?.value) || ("on" in filter && filter.on) || "1";
      for (const old of filter.oldParams ?? [])
        expect([valueIn(filter, only(old, sample)), old]).toEqual([valueIn(filter, only(filter.param, sample)), old]);
    }
  },
);
