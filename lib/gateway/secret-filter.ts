import { attempt } from "@/lib/format/attempt";
import { isDigits, isPlainObject, parseJson, stringifyJson } from "@/lib/format/json";

/**
 * Takes the key out of whatever the platform sends back, in the forms it could be written in, so that a platform which
 * echoes its requests cannot hand it to a browser. A text that does not hold it is given back as it came; JSON that does is
 * written anew from what it says, names and values, so that nothing is left between the lines.
 */
export function createSecretFilter(secret: string) {
  const spelled = new RegExp(formsOf(secret).join("|"), "g");

  /** Also where its characters are escaped once more than the text around them. */
  function holds(text: string) {
    for (let layer = 0, left = text; layer < deepest; layer += 1) {
      if (left.search(spelled) >= 0) return true;
      if (!escapedSign.test(left)) return false;
      left = left.replaceAll(escapedSigns, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    }
    return false;
  }

  function clean(text: string) {
    // No form of it is shorter than the key itself.
    if (text.length < secret.length || !holds(text)) return text;
    const left = text.replaceAll(spelled, mark);
    return holds(left) ? mark : left;
  }

  function cleanTree(value: unknown): unknown {
    if (typeof value === "string") return clean(value);
    if (typeof value === "number" || isDigits(value)) {
      const digits = isDigits(value) ? value.$digits : String(value);
      const left = clean(digits);
      return left === digits ? value : left;
    }
    if (Array.isArray(value)) return value.map(cleanTree);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [clean(name), cleanTree(each)]));
  }

  return (text: string) => {
    if (!holds(text)) return text;
    const tree = attempt(() => parseJson(text.replace(/^\uFEFF/, "")));
    return tree === undefined ? clean(text) : stringifyJson(cleanTree(tree));
  };
}

const mark = "[key]";
const deepest = 4;
/** The four that many platforms always escape are in the patterns already: & ' < > */
const escapedSign = /\\u00(?!26|27|3[cCeE])[2-7]/;
const escapedSigns = /\\u00([2-7][0-9a-f])/gi;

/** Patterns of every form: as it is, base64 at each offset, hex; each of their characters in any spelling. */
function formsOf(secret: string) {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) => [...stableBase64(bytes, shift)].map(base64Sign).join(""));
  return [[...secret].map(anySpelling).join(""), hexDigits(bytes.toString("hex")), ...base64];
}

/** The part of the base64 text that is the same whatever stands before and after the secret, at one of three offsets. */
function stableBase64(bytes: Buffer, shift: number) {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

function base64Sign(sign: string, at: number) {
  if (sign === "+") return `(?:${anySpelling(sign, at)}|-)`;
  return sign === "/" ? `(?:${anySpelling(sign, at)}|_)` : sign;
}

/** A backslash, which may be written as an escape itself. */
const backslash = String.raw`(?:\\(?:u005[cC])?)`;

/**
 * One character of plain text: as it is, escaped for JSON however deep, for a URL, or for HTML. The first needs no more than its
 * own backslash: a long run of them, tried from each of its places, would take minutes.
 */
function anySpelling(sign: string, at: number) {
  const some = at === 0 ? backslash : `${backslash}+`;
  const any = at === 0 ? "" : `${backslash}*`;
  const code = sign.charCodeAt(0);
  const hex = hexDigits(code.toString(16).padStart(2, "0"));
  const entity = entities[sign] ? `|${entities[sign]}` : "";
  const forms = [
    sign === "\\" ? some : /["'/]/.test(sign) ? any + literal(sign) : literal(sign),
    `${some}(?:u00|x)${hex}`,
    `(?:%|${some}u0025)(?:25)*${hex}`,
    `(?:&|${some}u0026)(?:amp;)*(?:#0*${code}|#[xX]0*${hex}${entity});?`,
  ];
  return `(?:${forms.join("|")})`;
}

const literal = (sign: string) => (/\w/.test(sign) ? sign : `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);

const hexDigits = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const entities: Partial<Record<string, string>> = {
  '"': "quot",
  "&": "amp",
  "<": "lt",
  ">": "gt",
  "'": "apos",
  "/": "sol",
  "\\": "bsol",
  "+": "plus",
  "=": "equals",
  "%": "percnt",
  "#": "num",
  "?": "quest",
  "!": "excl",
  "@": "commat",
  "*": "ast",
  ".": "period",
  ":": "colon",
  ";": "semi",
  ",": "comma",
  _: "lowbar",
  $: "dollar",
  "(": "lpar",
  ")": "rpar",
};
