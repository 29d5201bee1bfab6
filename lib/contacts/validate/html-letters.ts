/** Letters that web forms and exports write in the code of web pages: "O&#039;Neil", "M&uuml;ller". */
const coded = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;

const signs: Readonly<Record<string, string>> = { amp: "&", apos: "'", quot: '"', lt: "<", gt: ">", nbsp: " " };
const letters: Readonly<Record<string, string>> = {
  szlig: "ß",
  oslash: "ø",
  aelig: "æ",
  eth: "ð",
  thorn: "þ",
  oelig: "œ",
};
const accents: Readonly<Record<string, string>> = {
  ...{ uml: "\u0308", acute: "\u0301", grave: "\u0300", circ: "\u0302", tilde: "\u0303", ring: "\u030a" },
  ...{ cedil: "\u0327", caron: "\u030c" },
};

/** The text with its letters; undefined if it has none in code. */
export function withoutCode(text: string): string | undefined {
  if (!text.includes("&")) return undefined;
  const decoded = text.replace(coded, (code, decimal?: string, hex?: string, name = "") => {
    if (name) return named(name) ?? code;
    const point = Number.parseInt(decimal ?? hex ?? "", hex ? 16 : 10);
    return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : code;
  });
  return decoded === text ? undefined : decoded.normalize("NFC");
}

function named(name: string): string | undefined {
  const plain = signs[name.toLowerCase()] ?? letters[name];
  if (plain !== undefined) return plain;
  if (letters[name.toLowerCase()]) return letters[name.toLowerCase()]?.toUpperCase();
  const accent = accents[name.slice(1)];
  return accent && `${name.charAt(0)}${accent}`;
}
