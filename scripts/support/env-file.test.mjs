import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../lib/testing/runs.ts";
import { testFolder } from "../../lib/testing/test-folder.ts";
import { loadEnvFile } from "./env-file.mjs";
import { inRoot } from "./root.mjs";

const path = join(testFolder("env"), ".env");

function read(content, env = {}) {
  writeFileSync(path, content);
  loadEnvFile(path, env);
  return env;
}

function refusal(content) {
  try {
    read(content);
    return "read";
  } catch (error) {
    return error.message;
  }
}

const text = 'PORT=3055\nSWITCHBOARD_ADMIN_PASSWORD=Größe€-7\n# für alle\n\nSMTP_FROM="Ops <ops@example.org>"\n';
const settings = { PORT: "3055", SWITCHBOARD_ADMIN_PASSWORD: "Größe€-7", SMTP_FROM: "Ops <ops@example.org>" };
const utf16 = (content) => Buffer.from(content, "utf16le");

test.each([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
  ["UTF-16 little endian with a byte order mark", utf16(`\ufeff${text}`)],
  ["UTF-16 big endian with a byte order mark", utf16(`\ufeff${text}`).swap16()],
  ["UTF-16 little endian without a mark", utf16(text)],
  ["UTF-16 big endian without a mark", utf16(text).swap16()],
])("reads a file in %s, with every kind of line end", (_name, bytes) => {
  expect(read(bytes)).toEqual(settings);
  const isWide = bytes.length > Buffer.byteLength(text) + 3;
  if (!isWide) for (const end of ["\r\n", "\r"]) expect(read(bytes.toString().replaceAll("\n", end))).toEqual(settings);
});

test.each(["\r\n", "\r"])("reads UTF-16 with the line ends %j", (end) => {
  expect(read(utf16(`\ufeff${text.replaceAll("\n", end)}`))).toEqual(settings);
});

test("leaves what the environment sets, and reads nothing without a file", () => {
  expect(read(text, { PORT: "4000" })).toEqual({ ...settings, PORT: "4000" });
  const env = {};
  loadEnvFile(join(dirname(path), "no-such-folder", ".env"), env);
  expect(env).toEqual({});
});

const named = (line, sentence) => `${path}, line ${line}: ${sentence}`;
const closing = "Put the value in another kind of quotation marks.";

test.each([
  ["windows-1252", Buffer.from("PORT=1\nA=Gr\xf6\xdfe\n", "latin1"), named(2, "not in UTF-8. Save the file as UTF-8.")],
  [
    "windows-1251",
    Buffer.from("A=\xcf\xe0\xf0\xee\xeb\xfc", "latin1"),
    named(1, "not in UTF-8. Save the file as UTF-8."),
  ],
  ["UTF-32", Buffer.from("fffe000041000000", "hex"), `${path} is encoded in UTF-32. Save the file as UTF-8.`],
  [
    "UTF-16 that was cut off",
    Buffer.concat([utf16(`\ufeff${text}`), Buffer.from("A")]),
    `${path} looks like UTF-16, but is damaged. Save the file as UTF-8.`,
  ],
  [
    "UTF-8 behind UTF-16",
    Buffer.concat([utf16("\ufeffA=1\n"), Buffer.from("PORT=33\n")]),
    named(2, "not a setting. Write NAME=value, or # before a comment."),
  ],
  [
    "UTF-16 behind UTF-8",
    Buffer.concat([Buffer.from("A=1\n"), utf16("B=2\n")]),
    named(2, "not a setting. Write NAME=value, or # before a comment."),
  ],
])("names the line of a file in %s", (_name, bytes, sentence) => {
  expect(refusal(bytes)).toBe(sentence);
});

test.each([
  ["PORT: 3055", 1, "not a setting. Write NAME=value, or # before a comment."],
  ["A=1\n\n$env:PORT = 3055", 3, "not a setting. Write NAME=value, or # before a comment."],
  ["set PORT=3055", 1, "not a setting. Write NAME=value, or # before a comment."],
  ["PORT 3055", 1, "not a setting. Write NAME=value, or # before a comment."],
  ["A=1\nKEY=ab#cd", 2, 'KEY has a # in its value. Put the value in quotation marks: NAME="a#b".'],
  ['KEY="ab\nB=1', 1, `KEY has no closing ". ${closing}`],
  ["KEY='it's'", 1, `KEY has text behind the closing '. ${closing}`],
  ['KEY="a"b"', 1, `KEY has text behind the closing ". ${closing}`],
  ["KEY=a\0b", 1, "KEY holds a character that cannot be in a setting. Save the file as UTF-8."],
])("refuses %j with its line", (content, line, sentence) => {
  expect(refusal(content)).toBe(named(line, sentence));
});

test("names a folder, a file without permission and one that ends with .txt", () => {
  const folder = testFolder("env");
  const own = join(folder, ".env");
  writeFileSync(`${own}.txt`, "PORT=1");
  expect(() => loadEnvFile(own, {})).toThrow(`${own}.txt is not read. Rename it to .env, without .txt at its end.`);
  mkdirSync(own);
  expect(() => loadEnvFile(own, {})).toThrow(`${own} cannot be read (EISDIR).`);
  if (process.getuid?.() === 0) return;
  writeFileSync(path, "PORT=1");
  chmodSync(path, 0);
  expect(() => loadEnvFile(path, {})).toThrow(`${path} cannot be read (EACCES).`);
});

test("reads each file that it does not refuse as Node does", () => {
  expect(read(readFileSync(inRoot(".env.example")))).toEqual({});
  const part = fc.constantFrom(
    "A",
    "B_1",
    "=",
    "=",
    '"',
    "'",
    "`",
    "#",
    " ",
    "\n",
    "\n",
    "x",
    "é",
    "\\n",
    "export ",
    "$B",
    "-",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
      const content = parts.join("");
      let own;
      try {
        own = read(content);
      } catch {
        return;
      }
      expect(parseEnv(content)).toMatchObject(own);
    }),
    { seed: 51, numRuns: runs(4_000, 100_000) },
  );
});
