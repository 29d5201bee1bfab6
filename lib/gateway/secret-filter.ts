import { attempt } from "@/lib/format/attempt";
import { isDigits, isPlainObject, parseJson, stringifyJson } from "@/lib/format/json";
import { maskTokens } from "@/lib/hook-token";

/**
 * Removes every encoding of the key from an answer, because a platform that echoes requests would leak it to browsers.
 * A text without the key is returned unchanged, but for the tokens of our addresses for events. JSON with the key is serialized again, which drops duplicate names.
 */
export function createSecretFilter(secret: string) {
  const spelled = new RegExp(formsOf(secret).join("|"), "g");

  /** Also finds a key that is escaped several times. */
  function holds(text: string) {
    for (let layer = 0, cleaned = text; layer < maxLayers; layer += 1) {
      if (cleaned.search(spelled) >= 0) return true;
      if (!escapedSign.test(cleaned)) return false;
      cleaned = cleaned.replaceAll(escapedSigns, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    }
    return false;
  }

  function clean(text: string) {
    // No encoding is shorter than the key itself.
    if (text.length < secret.length || !holds(text)) return text;
    const cleaned = text.replaceAll(spelled, mark);
    return holds(cleaned) ? mark : cleaned;
  }

  function cleanTree(value: unknown): unknown {
    if (typeof value === "string") return clean(value);
    if (typeof value === "number" || isDigits(value)) {
      const digits = isDigits(value) ? value.$digits : String(value);
      const cleaned = clean(digits);
      return cleaned === digits ? value : cleaned;
    }
    if (Array.isArray(value)) return value.map(cleanTree);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [clean(name), cleanTree(member)]));
  }

  return (sent: string) => {
    const text = maskTokens(sent);
    if (!holds(text)) return text;
    const tree = attempt(() => parseJson(text.replace(/^\uFEFF/, "")));
    return tree === undefined ? clean(text) : stringifyJson(cleanTree(tree));
  };
}

const mark = "[key]";
const maxLayers = 4;
/** Skips the escapes of & ' < > that many platforms always write; `anySpelling` covers them. */
const escapedSign = /\\u00(?!26|27|3[cCeE])[2-7]/;
const escapedSigns = /\\u00([2-7][0-9a-f])/gi;

/** Patterns for the plain key, its hex and its base64 at each of three offsets. */
function formsOf(secret: string) {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) => [...stableBase64(bytes, shift)].map(base64Sign).join(""));
  return [[...secret].map(anySpelling).join(""), hexDigits(bytes.toString("hex")), ...base64];
}

/** The part of the base64 text that does not depend on the bytes around the secret. `shift` is its offset, 0 to 2. */
function stableBase64(bytes: Buffer, shift: number) {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

function base64Sign(sign: string, index: number) {
  if (sign === "+") return `(?:${anySpelling(sign, index)}|-)`;
  return sign === "/" ? `(?:${anySpelling(sign, index)}|_)` : sign;
}

/** A backslash, plain or escaped. */
const backslash = String.raw`(?:\\(?:u005[cC])?)`;

/**
 * One character, plain or escaped for JSON at any depth, a URL or HTML. The first character matches only one backslash,
 * because a long run of backslashes would cause minutes of backtracking.
 */
function anySpelling(sign: string, index: number) {
  const some = index === 0 ? backslash : `${backslash}+`;
  const any = index === 0 ? "" : `${backslash}*`;
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
