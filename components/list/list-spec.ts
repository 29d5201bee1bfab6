import type { FilterOption } from "@/components/ui/fields/filter-options";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation } from "@/lib/contract/operation";
import { cleanText } from "@/lib/format/comparable-text";

/** Reads a URL parameter. */
export type GetParam = (name: string) => string | undefined;

/** A filter of time reads the URL with these. Days begin in `timeZone`. */
export type TimeContext = { timeZone: string; nowMs?: number };

type Kind =
  | { kind: "search"; longest: number; hint?: string }
  /** One of `options`; without them, any value that `longest` and `accepts` allow. */
  | { kind: "choice"; options?: readonly FilterOption[] }
  /** Several words, such as `failed,retrying` or `!failed`, in the form of `wordsIn`. */
  | { kind: "words" }
  /** `2`, `2..` or `2..4`. */
  | { kind: "range" }
  | { kind: "switch"; on: string }
  /** Its control is not in the bar: tabs, or bars of a chart. */
  | { kind: "outside"; options?: readonly FilterOption[] }
  /** `shown` is undefined without a choice. */
  | {
      kind: "time";
      moreParams: readonly string[];
      read(get: GetParam, context: TimeContext): Readonly<Record<string, string | undefined>>;
      shown(get: GetParam): string | undefined;
    };

/** One filter of a list: URL parameter, label, kind. */
export type ListFilter = Kind & {
  param: string;
  /** Earlier names of the parameter, in old links and saved views. */
  oldParams?: readonly string[];
  label: string;
  /** Name of its typed token: `status` for `status:failed`. */
  token?: string;
  /** Most characters of a value. A filter without options has it, or `accepts`: the operation must refuse nothing that they allow. */
  longest?: number;
  /** False for a value that the list must ignore. */
  accepts?(value: string): boolean;
  /** Label of a value without an option. */
  labelOf?(value: string): string;
  /** Its part of the sentence about the filters: "status failed" by default. */
  phrase?(shown: string): string;
};

/** The part of a declaration that lists of both kinds have. */
export type ListFrame = {
  /** Page of its saved views, and name of its CSV file if the browser writes it. */
  page: string;
  nouns: readonly [one: string, many: string];
  filters: readonly ListFilter[];
  /** Parameters that belong to the rows shown, such as the open row. A changed filter clears them. */
  transient?: readonly string[];
};

/** The cursor of a page, in the URL and in the input of every operation. The gateway seals it under this name. */
export const cursorName = "after";

type KeyOf<Input> = Extract<keyof Input, string>;

/** `input` is null for a filter that only the screen applies. It can be left out if the parameter has the same name. */
type OfInput<Input> =
  | { param: KeyOf<Input>; input?: undefined }
  | { param: string; input: KeyOf<Input> | null }
  | { param: string; kind: "time"; inputs: readonly KeyOf<Input>[] };

/** A list whose rows come from an operation. It does not compile if a filter names no input of the operation. */
export type ListSpec<Op extends Operation, File extends Operation = Operation> = Omit<ListFrame, "filters"> & {
  op: Op;
  /** Saves all rows that match. */
  file: File;
  filters: readonly (ListFilter & OfInput<InputOf<Op>>)[];
  pageSize?: number;
  /** Inputs without a control in the list: the page sets them, or only programs do. */
  otherInputs?: readonly KeyOf<InputOf<Op>>[];
};

export const listSpec = <Op extends Operation, File extends Operation>(spec: ListSpec<Op, File>) => spec;

/** A list whose rows are all in the browser. */
export type LocalListSpec<Row> = Omit<ListFrame, "filters"> & {
  filters: readonly (ListFilter & LocalFilter<Row>)[];
};

type LocalFilter<Row> = {
  matches(row: Row, value: string): boolean;
  optionsOf?(rows: readonly Row[]): readonly FilterOption[];
};

/** True for a text that the server takes: no longer than `longest`, and one that a database can hold. */
export const isStorable = (text: string, longest = Number.POSITIVE_INFINITY) =>
  text.length <= longest && text.isWellFormed() && !text.includes("\0");

/** The valid value of a filter in the URL. */
export function valueIn(filter: ListFilter, get: GetParam): string | undefined {
  const sent = [filter.param, ...(filter.oldParams ?? [])].map(get).find((value) => value);
  const value = filter.kind === "search" && sent ? cleanText(sent) : sent;
  if (!value || !isStorable(value, filter.longest) || filter.accepts?.(value) === false) return undefined;
  if (filter.kind === "switch") return value === filter.on ? value : undefined;
  const options = "options" in filter ? filter.options : undefined;
  return options && !options.some((option) => option.value === value) ? undefined : value;
}

/** Rows that match all filters in the URL. */
export function matchingRows<Row>({ filters }: LocalListSpec<Row>, rows: readonly Row[], get: GetParam) {
  const tests = filters.flatMap((filter) => {
    const value = valueIn(filter, get);
    return value === undefined ? [] : [(row: Row) => filter.matches(row, value)];
  });
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((isMatch) => isMatch(row)));
}

const paramsOf = (filter: ListFilter) => [
  filter.param,
  ...(filter.kind === "time" ? filter.moreParams : []),
  ...(filter.oldParams ?? []),
];

/** Parameters that a changed filter clears: cursor and open row. */
export const transientParams = ({ transient = [] }: ListFrame) => [cursorName, ...transient];

const unset = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

/** URL changes that show the first page, or the page after a cursor. */
export const toPage = (spec: ListFrame, cursor?: string) => ({ ...unset(transientParams(spec)), [cursorName]: cursor });

/** URL changes that set one filter. */
export const changed = (spec: ListFrame, filter: ListFilter, value: string | undefined) => ({
  ...unset(paramsOf(filter)),
  ...toPage(spec),
  [filter.param]: value,
});

/** URL changes that clear all filters. */
export const cleared = (spec: ListFrame) => ({ ...unset(spec.filters.flatMap(paramsOf)), ...toPage(spec) });

/** True if the URL has exactly these values in the parameters of filters. */
export const isShowing = (spec: ListFrame, get: GetParam, params: Readonly<Record<string, string | undefined>>) =>
  spec.filters.flatMap(paramsOf).every((name) => (get(name) || undefined) === params[name]);

/** Options of filters, by parameter. */
export type ListOptions = Readonly<Record<string, readonly FilterOption[]>>;

/** Options that the rows of a local list offer. */
export const localOptions = <Row>({ filters }: LocalListSpec<Row>, rows: readonly Row[]): ListOptions =>
  Object.fromEntries(filters.flatMap(({ param, optionsOf }) => (optionsOf ? [[param, optionsOf(rows)]] : [])));

/** Options of a filter, with the chosen value if it is not among them. */
export function optionsFor(filter: ListFilter, options: ListOptions, value: string | undefined) {
  const offered = options[filter.param] ?? ("options" in filter ? filter.options : undefined) ?? [];
  if (value === undefined || offered.some((option) => option.value === value)) return offered;
  return [{ value, label: filter.labelOf?.(value) ?? value }, ...offered];
}

/** The value of a filter as text; undefined if it is not set. A switch shows more rows, so it does not count. */
export function textOf(filter: ListFilter, get: GetParam): string | undefined {
  if (filter.kind === "switch") return undefined;
  return filter.kind === "time" ? filter.shown(get) : valueIn(filter, get);
}

export const isFiltered = ({ filters }: ListFrame, get: GetParam) =>
  filters.some((filter) => textOf(filter, get) !== undefined);

/** True if a text has a token of a filter, also one that is still being typed. */
export function hasToken({ filters }: ListFrame, text: string): boolean {
  const tokens = filters.flatMap(({ token }) => token ?? []);
  return tokens.length > 0 && new RegExp(`(?<=^|\\s)-?(?:${tokens.join("|")}):`, "i").test(text);
}
