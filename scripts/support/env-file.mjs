import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * Sets the variables of an env file that the environment does not set. Throws a sentence that names the file, and the line if
 * there is one, for whatever would else be read as something different or not at all.
 */
export function loadEnvFile(path, env = process.env) {
  for (const [name, value] of Object.entries(readEnvFile(path))) env[name] ??= value;
}

function readEnvFile(path) {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (error.code !== "ENOENT")
      throw new Error(
        `${path} cannot be read (${error.code}). Put your settings into a file of this name, or remove it.`,
      );
    // Editors of Windows add this without showing it.
    if (existsSync(`${path}.txt`))
      throw new Error(`${path}.txt is not read. Rename it to ${basename(path)}, without .txt at its end.`);
    return {};
  }
  const fault = (line, sentence) => new Error(`${path}, line ${line}: ${sentence}`);
  return parse(decode(bytes, fault, path), fault);
}

const saveAsUtf8 = "Save the file as UTF-8.";

function decode(bytes, fault, path) {
  const start = bytes.subarray(0, 4).toString("hex");
  if (start === "fffe0000" || start === "0000feff") throw new Error(`${path} is encoded in UTF-32. ${saveAsUtf8}`);
  const encoding = utf16Of(bytes, start);
  if (!encoding) return decodeUtf8(bytes, fault);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${path} looks like UTF-16, but is damaged. ${saveAsUtf8}`);
  }
}

/** PowerShell's `>` writes UTF-16 with a byte order mark. Without one, the zeros of plain letters show it. */
function utf16Of(bytes, start) {
  if (start.startsWith("fffe") || (bytes[0] !== 0 && bytes[1] === 0)) return "utf-16le";
  if (start.startsWith("feff") || (bytes[0] === 0 && bytes[1] !== 0)) return "utf-16be";
}

/** Other encodings cannot be told apart, and a password would be another one. In comments they do no harm. */
function decodeUtf8(bytes, fault) {
  const text = new TextDecoder().decode(bytes);
  for (const [index, line] of linesOf(text).entries())
    if (line.includes("\ufffd") && !line.trimStart().startsWith("#"))
      throw fault(index + 1, `not in UTF-8. ${saveAsUtf8}`);
  return text;
}

const linesOf = (text) => text.split(/\r\n|\r|\n/);

function parse(text, fault) {
  const lines = linesOf(text);
  const values = {};
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index].trim();
    if (line === "" || line.startsWith("#")) continue;
    const [, name, written] = /^(?:export\s+)?([a-z_][\w.-]*)\s*=\s*(.*)$/i.exec(line) ?? [];
    if (name === undefined) throw fault(index + 1, "not a setting. Write NAME=value, or # before a comment.");
    const { value, rest } = valueAt(lines, index, written, (sentence) => fault(index + 1, `${name} ${sentence}`));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused.
    if (/[\0-\x08\x0b-\x1f\x7f\ufffd]/.test(value))
      throw fault(index + 1, `${name} holds a character that cannot be in a setting. ${saveAsUtf8}`);
    values[name] = value;
    index += rest;
  }
  return values;
}

/** A value, and how many more lines it takes. Reads what Node's own `parseEnv` reads, and refuses what that cuts silently. */
function valueAt(lines, index, written, fault) {
  const quote = /^["'`]/.exec(written)?.[0];
  if (!quote) return { value: withoutComment(written, fault), rest: 0 };
  let text = written.slice(1);
  for (let rest = 0; index + rest < lines.length; rest += 1) {
    if (rest > 0) text += `\n${lines[index + rest]}`;
    const end = text.indexOf(quote);
    if (end === -1) continue;
    if (!/^\s*(#.*)?$/.test(text.slice(end + 1)))
      throw fault(`has text behind the closing ${quote}. Put the value in another kind of quotation marks.`);
    const value = text.slice(0, end);
    return { value: quote === '"' ? value.replaceAll("\\n", "\n") : value, rest };
  }
  throw fault(`has no closing ${quote}. Put the value in another kind of quotation marks.`);
}

function withoutComment(written, fault) {
  const [value] = written.split(/(?<=^|\s)#/);
  if (value.includes("#")) throw fault('has a # in its value. Put the value in quotation marks: NAME="a#b".');
  return value.trim();
}
