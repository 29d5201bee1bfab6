import { callingCodeOf } from "./calling-code";

export type PhoneFormat = readonly [pattern: string, format: string, firstDigits: string];

/** International formats by calling code, which has no plus here. */
export type PhoneFormats = readonly (readonly [code: string, formats: readonly PhoneFormat[]])[];

type PhoneGroup = { digits: string; isHyphened: boolean };
type PhoneGroups = { code: string; groups: PhoneGroup[] };

/**
 * Groups E.164 text as its country writes it internationally, for display only. Undefined when it is not E.164. Without `formats`,
 * only its calling code is apart.
 */
export function groupPhone(text: string, formats: readonly PhoneFormat[] = []): PhoneGroups | undefined {
  const code = callingCodeOf(text);
  if (code === undefined) return undefined;
  const rest = text.slice(code.length);
  for (const { isFor, parts } of rulesOf(formats)) {
    const match = isFor.exec(rest);
    if (!match) continue;
    const groups = parts.map((part) => ({ digits: match[Number(part.at(-1))] ?? "", isHyphened: part.includes("-") }));
    // Some formats write other digits than those that are dialled.
    if (groups.map(({ digits }) => digits).join("") === rest) return { code, groups };
  }
  return { code, groups: [{ digits: rest, isHyphened: false }] };
}

type Rule = { isFor: RegExp; parts: readonly string[] };

const rules = new WeakMap<readonly PhoneFormat[], readonly Rule[]>();

function rulesOf(formats: readonly PhoneFormat[]): readonly Rule[] {
  const known =
    rules.get(formats) ??
    formats.map(([pattern, format, firstDigits]) => ({
      isFor: new RegExp(`^(?=${firstDigits})${pattern}$`),
      parts: format.match(/[^$]*\$\d/g) ?? [],
    }));
  rules.set(formats, known);
  return known;
}
