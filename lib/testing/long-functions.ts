import { sources, textOf } from "./import-graph";

export type LongFunction = { file: string; name: string; lines: number };

/** Named functions of the product that have more lines than `most`, the longest first. */
export const longFunctions = (most: number): LongFunction[] =>
  sources
    .flatMap(functionsIn)
    .filter(({ lines }) => lines > most)
    .sort((one, other) => other.lines - one.lines);

const start =
  /^(\s*)(?:export )?(?:default )?(?:(?:async )?function\*? (\w+)|const (\w+)(?:: [^=]+)? = (?:async )?(?:<.*>)?\()/;

/** The source is formatted, so a function ends before the next line that is indented no deeper and closes nothing. */
function functionsIn(file: string): LongFunction[] {
  const lines = textOf(file).split("\n");
  return lines.flatMap((line, first) => {
    const [, indent, declared, assigned] = start.exec(line) ?? [];
    const name = declared ?? assigned;
    if (indent === undefined || name === undefined) return [];
    const isInside = (next: string) =>
      next === "" || next.startsWith(`${indent} `) || /^[})\]]/.test(next.slice(indent.length));
    const after = lines.slice(first + 1).findIndex((next) => !isInside(next));
    const body = lines.slice(first, after === -1 ? undefined : first + 1 + after);
    return [{ file, name, lines: body.join("\n").trimEnd().split("\n").length }];
  });
}
