import { isDigits, isPlainObject } from "@/lib/format/json";

export type JsonTokenKind = "k" | "s" | "n" | "p";

type JsonToken = { kind: JsonTokenKind; text: string };

export type JsonLine = {
  depth: number;
  tokens: JsonToken[];
  /** Set on lines that open a list or object: its path, index of its closing line, and folded text. */
  path?: string;
  end?: number;
  folded?: string;
};

/** The value as lines of indented JSON. Numbers stored as digits keep their exact form. */
export function jsonLines(value: unknown): JsonLine[] {
  const lines: JsonLine[] = [];
  push({ value, path: "", depth: 0, lead: [], comma: "", lines });
  return lines;
}

type PushInput = { value: unknown; path: string; depth: number; lead: JsonToken[]; comma: string; lines: JsonLine[] };

function push({ value, path, depth, lead, comma, lines }: PushInput) {
  const children = childrenOf(value);
  if (!children || children.length === 0) {
    lines.push({ depth, tokens: [...lead, scalar(value, children), ...punctuation(comma)] });
    return;
  }
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const line: JsonLine = { depth, path, tokens: [...lead, { kind: "p", text: open }] };
  lines.push(line);
  for (const [index, [key, child]] of children.entries()) {
    push({
      value: child,
      path: `${path}/${JSON.stringify(key ?? index)}`,
      depth: depth + 1,
      lead: key === undefined ? [] : keyTokens(key),
      comma: index === children.length - 1 ? "" : ",",
      lines,
    });
  }
  line.end = lines.length;
  line.folded = `… ${children.length} ${close}${comma}`;
  lines.push({ depth, tokens: [{ kind: "p", text: close + comma }] });
}

function childrenOf(value: unknown): (readonly [string | undefined, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((item) => [undefined, item] as const);
  return isPlainObject(value) && !isDigits(value) ? Object.entries(value) : undefined;
}

const keyTokens = (key: string): JsonToken[] => [
  { kind: "k", text: JSON.stringify(key) },
  { kind: "p", text: ": " },
];

const punctuation = (text: string): JsonToken[] => (text === "" ? [] : [{ kind: "p", text }]);

function scalar(value: unknown, children: unknown[] | undefined): JsonToken {
  if (children) return { kind: "p", text: Array.isArray(value) ? "[]" : "{}" };
  if (isDigits(value)) return { kind: "n", text: value.$digits };
  return { kind: typeof value === "string" ? "s" : "n", text: JSON.stringify(value) ?? "null" };
}

/** Line indexes of folded paths. Paths stay valid across refetches, line indexes do not. */
export const foldedLines = (lines: readonly JsonLine[], paths: ReadonlySet<string>): ReadonlySet<number> =>
  new Set(lines.flatMap(({ path }, index) => (path !== undefined && paths.has(path) ? [index] : [])));

export function visibleLines(lines: readonly JsonLine[], folded: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    shown.push(index);
    const end = lines[index]?.end;
    if (end !== undefined && folded.has(index)) index = end;
  }
  return shown;
}

export function matchingLines(lines: readonly JsonLine[], text: string): number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  return lines.flatMap((line, index) => (textOf(line).toLowerCase().includes(wanted) ? [index] : []));
}

const textOf = (line: JsonLine) => line.tokens.map((token) => token.text).join("");

/** Line indexes of the folds that hide a line. */
export function foldsAround(lines: readonly JsonLine[], folded: ReadonlySet<number>, line: number): number[] {
  return [...folded].filter((start) => start < line && line <= (lines[start]?.end ?? -1));
}
