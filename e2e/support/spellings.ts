/** The characters of a key, as different encodings write them. */
export const keys = [
  "vap_1234",
  "sk_live_aB3/xY+Z9=q7tR5",
  'q"uo\\te+d/key=',
  "vap_canary_4f9e2d71c0b8",
  "a&b<c>d'e%41f/g",
];

export type Spelling = {
  /** Inside a JSON string. */
  json: string;
  /** In plain text. */
  text: string;
  /** Texts that reveal the key although no decoding finds it. */
  marks: string[];
};

/** All encodings of a key that a platform might send back. */
export function spellingsOf(key: string): Record<string, Spelling> {
  const bytes = Buffer.from(key);
  const hex = bytes.toString("hex");
  const base64 = bytes.toString("base64");
  const each = (write: (code: string, sign: string) => string) =>
    [...key].map((sign) => write(sign.charCodeAt(0).toString(16).padStart(2, "0"), sign)).join("");
  const specials = (write: (code: string, sign: string) => string) =>
    each((code, sign) => (/\w/.test(sign) ? sign : write(code, sign)));
  const inner = (text: string) => JSON.stringify(text).slice(1, -1);
  const said = (text: string, marks: string[] = []) => ({ json: inner(text), text, marks });
  const escaped = (json: string) => ({ json, text: json, marks: [] });
  const unicode = (code: string) => `\\u00${code}`;

  return {
    plain: said(key),
    "with \\/": escaped(inner(key).replaceAll("/", "\\/")),
    "with \\u002B for signs": escaped(specials((code) => unicode(code.toUpperCase()))),
    "with \\u002b for every character": escaped(each(unicode)),
    "URL-encoded": said(specials((code) => `%${code.toUpperCase()}`)),
    "url-encoded in small letters": said(each((code) => `%${code}`)),
    "URL-encoded twice": said(specials((code) => `%25${code}`)),
    base64: said(base64, [base64.slice(2, -4)]),
    base64url: said(bytes.toString("base64url"), [bytes.toString("base64url").slice(2, -4)]),
    "base64 with \\/": { ...said(base64, [base64.slice(2, -4)]), json: base64.replaceAll("/", "\\/") },
    hex: said(hex, [hex]),
    HEX: said(hex.toUpperCase(), [hex.toUpperCase()]),
    "in HTML's entities": said(specials((code, sign) => entities[sign] ?? `&#x${code};`)),
    "in HTML's numbers": said(each((code) => `&#${Number.parseInt(code, 16)};`)),
    "in JSON within a string": said(JSON.stringify({ key: key }).replaceAll("/", "\\/")),
    "escaped in JSON within a string": said(`{"key":"${each(unicode)}"}`),
    "URL-encoded, each character of it escaped": {
      ...said(specials((code) => `%${code}`)),
      json: [...specials((code) => `%${code}`)].map((sign) => unicode(sign.charCodeAt(0).toString(16))).join(""),
    },
  };
}

const entities: Record<string, string> = { '"': "&quot;", "&": "&amp;", "<": "&lt;", ">": "&gt;", "/": "&#47;" };

/** True if a text contains the key after JSON, URL and HTML decoding, each repeated or combined. */
export const containsKey = (key: string, text: string) =>
  [json, url, html, new RegExp([json, url, html].map(({ source }) => source).join("|"), "gi")].some((escapes) => {
    let left = text;
    for (let layer = 0; layer < 5; layer += 1) {
      if (left.includes(key)) return true;
      const before = left;
      left = left.replace(escapes, decoded);
      if (left === before) return false;
    }
    return false;
  });

const json = /\\(?:u[0-9a-f]{4}|.)/gi;
const url = /%[0-7][0-9a-f]/gi;
const html = /&(?:#x[0-9a-f]{1,4}|#\d{1,5}|quot|lt|gt|amp);/gi;

function decoded(written: string) {
  const named = { "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&" }[written];
  if (named) return named;
  const [, hex] = /^(?:\\u|%|&#x)([0-9a-f]+);?$/i.exec(written) ?? [];
  if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
  return written.startsWith("&#") ? String.fromCharCode(Number(written.slice(2, -1))) : written.slice(1);
}
