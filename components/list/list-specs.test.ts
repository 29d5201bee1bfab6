import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type Operation, placeholdersOf } from "@/lib/contract/operation";
import { inputsOf } from "./list-input";
import { type ListFrame, type ListSpec, valueIn } from "./list-spec";

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
      ...["after", "limit"].filter((name) => name in op.input.shape),
      ...placeholdersOf(op),
      ...otherInputs,
    ];
    expect(used.toSorted()).toEqual(Object.keys(op.input.shape).toSorted());
  },
);

test.each(remoteLists.map((list) => [list.op.id, list] as const))(
  "the export of %s has every filter of the list",
  (_id, { file, filters }) => {
    expect(Object.keys(file.input.shape)).toEqual(expect.arrayContaining(filters.flatMap(inputsOf)));
  },
);

test.each(remoteLists.map((list) => [list.op.id, list] as const))(
  "the search field of %s takes as much as the operation",
  (_id, { op, filters }) => {
    for (const filter of filters.filter(({ kind }) => kind === "search")) {
      const longest = "longest" in filter ? filter.longest : 0;
      const schema = inputsOf(filter).map((name) => op.input.shape[name])[0] ?? z.never();
      const accepts = (length: number) => z.safeParse(schema, "x".repeat(length)).success;
      expect([accepts(longest), accepts(longest + 1)]).toEqual([true, false]);
    }
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

const only = (param: string, value: string) => (name: string) => (name === param ? value : undefined);

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
