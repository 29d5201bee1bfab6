/** One property of a vCard. Its value is as the file has it, a character for each byte. */
export type Property = { name: string; types: readonly string[]; charset: string; encoding: string; value: string };

const line = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):/;
const parameter = /;(?:([\w-]+)=)?((?:"[^"]*"|[^";])*)/g;

/** A property, where a line is one. */
export function propertyOf(text: string): Property | undefined {
  const [head = "", name = "", parameters = ""] = line.exec(text) ?? [];
  if (head === "") return undefined;
  const property = { name: name.toUpperCase(), charset: "utf-8", encoding: "", value: text.slice(head.length) };
  const types: string[] = [];
  for (const [, key = "type", written = ""] of parameters.matchAll(parameter)) {
    const value = written.replaceAll('"', "").trim().toLowerCase();
    if (/^charset$/i.test(key)) property.charset = value;
    else if (/^encoding$/i.test(key) || value === "quoted-printable") property.encoding = value;
    else if (/^type$/i.test(key)) types.push(...value.split(","));
  }
  return { ...property, types: types.filter(Boolean) };
}

export const textOf = (property: Property) => unescaped(decoded(property)).trim();

/** A value of several parts. */
export const textsOf = (property: Property) =>
  decoded(property)
    .split(/(?<=(?:^|[^\\])(?:\\\\)*);/)
    .map((part) => unescaped(part).trim());

export const typesOf = ({ types }: Property) => types.filter((type) => !/^(?:pref|voice)$/.test(type)).join(", ");

/** A number as it is written. One that nobody answers says so before it, and then it is no number. */
export function telephoneText(property: Property): string {
  const number = uriText(textOf(property).replace(/^tel:/i, ""));
  const machine = property.types.find((type) => /^(?:fax|pager|modem|bbs|textphone)$/.test(type));
  return machine ? `${machine}: ${number}` : number;
}

function uriText(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const unescaped = (text: string) =>
  text.replace(/\\([\\,;:nN])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign));

/** The value in its own letters; bytes that are none in its encoding come out as U+FFFD. */
function decoded({ value, encoding, charset }: Property): string {
  const bytes = Uint8Array.from(bytesOf(value, encoding), (character) => character.charCodeAt(0));
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function bytesOf(value: string, encoding: string): string {
  if (encoding === "quoted-printable")
    return value.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  if (encoding !== "b" && encoding !== "base64") return value;
  try {
    return atob(value.replace(/\s/g, ""));
  } catch {
    return "\xff";
  }
}
