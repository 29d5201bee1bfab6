export type PhoneGroups = { code: string; groups: string[] };

// Calling codes of one and two digits (ITU-T E.164); every other code has three.
const callingCode = /^\+(1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Splits E.164 text for display only: fours from the right, +1 as 3-3-4. Undefined when it is not E.164. */
export function groupPhone(text: string): PhoneGroups | undefined {
  if (!/^\+[1-9]\d{6,14}$/.test(text)) return undefined;
  const code = callingCode.exec(text)?.[0];
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
