import { expect, test } from "vitest";
import { hookPath, maskTokens, newHookToken } from "./hook-token";

const token = newHookToken();
const url = `https://hooks.example.com${hookPath(token)}`;
const spelled: readonly (readonly [string, string])[] = [
  ["plain", url],
  ["JSON with escaped slashes", url.replaceAll("/", "\\/")],
  ["JSON inside a text of JSON", url.replaceAll("/", "\\\\\\/")],
  ["a parameter", encodeURIComponent(url)],
  ["a parameter in lower case", encodeURIComponent(url).toLowerCase()],
  ["a parameter of a parameter", encodeURIComponent(encodeURIComponent(url))],
  ["every sign in percent form", `/hooks/${[...token].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join("")}`],
  ["a code of Unicode", url.replaceAll("/", "\\u002F")],
  ["HTML", url.replaceAll("/", "&#x2F;")],
];

test.each(spelled)("masks a token but for its last four signs in %s", (_, text) => {
  const masked = maskTokens(`see ${text}?x=1`);
  expect(masked).toContain(`…${token.slice(-4)}?x=1`);
  expect(decodeURIComponent(decodeURIComponent(masked.replaceAll("…", "")))).not.toContain(token);
});

test("leaves other paths and longer words as they are", () => {
  for (const text of [`/hooks/${token}abc`, "/hooks/short", `/other/${token}`]) expect(maskTokens(text)).toBe(text);
});
