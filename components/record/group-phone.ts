import { callingCodeOf } from "@/lib/format/calling-code";

export type PhoneGroups = { code: string; groups: string[] };

/** Splits E.164 text for display only: fours from the right, +1 as 3-3-4. Undefined when it is not E.164. */
export function groupPhone(text: string): PhoneGroups | undefined {
  const code = callingCodeOf(text);
  if (code === undefined) return undefined;
  const rest = text.slice(code.length);
  if (code === "+1" && rest.length === 10) return { code, groups: [rest.slice(0, 3), rest.slice(3, 6), rest.slice(6)] };
  return { code, groups: foursFromRight(rest) };
}

function foursFromRight(digits: string): string[] {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 4) groups.unshift(digits.slice(Math.max(0, end - 4), end));
  return groups;
}
