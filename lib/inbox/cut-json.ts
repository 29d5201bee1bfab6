import { parseJson } from "@/lib/format/json";

/** Parses the beginning of a JSON text, up to its last whole value. Throws a SyntaxError if it is no beginning of JSON. */
export function parseCutJson(text: string): unknown {
  let end = 0;
  walkSigns(text, (sign, index) => {
    end = sign === "," ? index : index + 1;
  });
  const whole = text.slice(0, end);
  const open: string[] = [];
  walkSigns(whole, (sign) => {
    if (sign === "{") open.push("}");
    else if (sign === "[") open.push("]");
    else if (sign !== ",") open.pop();
  });
  return parseJson(whole + open.toReversed().join(""));
}

/** Calls back for each bracket and comma outside of strings. */
function walkSigns(text: string, onSign: (sign: string, index: number) => void) {
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? "";
    if (sign === '"') {
      index = endOfString(text, index);
      if (index < 0) return;
    } else if ("{}[],".includes(sign)) onSign(sign, index);
  }
}

/** Index of the quote that ends a string, or -1 without one. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1)
    if (text[index] === "\\") index += 1;
    else if (text[index] === '"') return index;
  return -1;
}
