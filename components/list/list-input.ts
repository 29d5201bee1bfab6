import * as z from "zod/mini";
import type { InputOf, Operation } from "@/lib/contract/operation";
import { cursorName, type GetParam, type ListSpec, type TimeContext, valueIn } from "./list-spec";

/** The operation's input from the URL. Ignores values that the operation would refuse. */
export function readInput<Op extends Operation>(
  spec: ListSpec<Op>,
  get: GetParam,
  { fixed, ...context }: TimeContext & { fixed?: Partial<InputOf<Op>> },
): InputOf<Op> {
  const { op, pageSize } = spec;
  const values: Record<string, unknown> = {};
  for (const filter of spec.filters) {
    if (filter.kind === "time") Object.assign(values, filter.read(get, context));
    else if (!("input" in filter) || filter.input !== null) values[inputOf(filter)] = valueIn(filter, get);
  }
  values[cursorName] = cursorIn(get);
  const isValid = ([name, value]: [string, unknown]) => {
    const schema = op.input.shape[name];
    return value !== undefined && schema !== undefined && z.safeParse(schema, value).success;
  };
  const valid = Object.fromEntries(Object.entries(values).filter(isValid));
  return op.input.parse({ ...valid, ...fixed, ...(pageSize && { limit: pageSize }) }) as InputOf<Op>;
}

export const cursorIn = (get: GetParam) => get(cursorName) || undefined;

const inputOf = ({ param, input }: { param: string; input?: string | null }) => input ?? param;

/** The inputs of a filter of `listSpec`. */
export function inputsOf(filter: ListSpec<Operation>["filters"][number]): readonly string[] {
  if ("inputs" in filter) return filter.inputs;
  return "input" in filter && filter.input === null ? [] : [inputOf(filter)];
}

/** The export's input: the filters of the list, without paging. */
export function exportInput<File extends Operation>(
  { file }: Pick<ListSpec<Operation, File>, "file">,
  input: Readonly<Record<string, unknown>>,
): InputOf<File> {
  const filters = Object.entries(input).filter(([name, value]) => value !== undefined && name in file.input.shape);
  return file.input.parse(Object.fromEntries(filters)) as InputOf<File>;
}
