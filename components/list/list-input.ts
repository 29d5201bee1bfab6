import { longestCursor } from "@/lib/contract/fields";
import type { InputOf } from "@/lib/contract/inputs";
import { type Operation, placeholdersOf } from "@/lib/contract/operation";
import { cursorName, type GetParam, isStorable, type ListSpec, type TimeContext, valueIn } from "./list-spec";

/** The operation's input from the URL. A value that no filter accepts is left out. */
export function readInput<Op extends Operation>(
  spec: ListSpec<Op>,
  get: GetParam,
  { fixed, ...context }: TimeContext & { fixed?: Partial<InputOf<Op>> },
): InputOf<Op> {
  const { pageSize } = spec;
  const values: Record<string, unknown> = {};
  for (const filter of spec.filters) {
    if (filter.kind === "time") Object.assign(values, filter.read(get, context));
    else if (!("input" in filter) || filter.input !== null) values[nameOf(filter)] = valueIn(filter, get);
  }
  values[cursorName] = cursorIn(get);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return { ...given, ...fixed, ...(pageSize && { limit: pageSize }) } as InputOf<Op>;
}

export function cursorIn(get: GetParam): string | undefined {
  const cursor = get(cursorName);
  return cursor && isStorable(cursor, longestCursor) ? cursor : undefined;
}

const nameOf = ({ param, input }: { param: string; input?: string | null }) => input ?? param;

/** The inputs of a filter of `listSpec`. */
export function inputsOf(filter: ListSpec<Operation>["filters"][number]): readonly string[] {
  if ("inputs" in filter) return filter.inputs;
  return "input" in filter && filter.input === null ? [] : [nameOf(filter)];
}

/** The export's input: the filters of the list, without paging, and the inputs that only the export has. */
export function exportInput<File extends Operation>(
  { file, filters }: Pick<ListSpec<Operation, File>, "file" | "filters">,
  input: Readonly<Record<string, unknown>>,
  more: Partial<InputOf<File>> = {},
): InputOf<File> {
  const names = [...placeholdersOf(file), ...filters.flatMap(inputsOf)];
  const given = Object.entries(input).filter(([name, value]) => value !== undefined && names.includes(name));
  return { ...Object.fromEntries(given), ...more } as InputOf<File>;
}
