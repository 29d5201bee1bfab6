import { expect, test } from "vitest";
import { containsKey, keys, spellingsOf } from "@/e2e/support/spellings";
import { parseJson } from "@/lib/format/json";
import { createSecretFilter } from "./secret-filter";

const cases = keys.flatMap((key) =>
  Object.entries(spellingsOf(key)).map(([name, spelled]) => [key, name, spelled] as const),
);

test.each(cases)("removes %s from an answer: %s", (key, _name, spelled) => {
  const filter = createSecretFilter(key);
  const hidden = `{"a":"${spelled.json}","a":"fine"}`;
  const answers = [
    hidden,
    `{"data":[{"id":"a","note":"key ${spelled.json}, sent"}]}`,
    `{"${spelled.json}":1}`,
    `"${spelled.json}"`,
  ];
  for (const text of [...answers, `Bad key ${spelled.text} here`, `{"cut":"${spelled.json}`]) {
    const cleaned = filter(text);
    expect(containsKey(key, cleaned), cleaned).toBe(false);
    expect(spelled.marks.filter((mark) => cleaned.includes(mark))).toEqual([]);
    expect(cleaned).toContain(text === hidden ? "fine" : "[key]");
  }
  for (const text of answers) expect(() => JSON.parse(filter(text))).not.toThrow();
});

test.each(keys)("removes %s from base64 with other bytes around it", (key) => {
  for (const before of ["", "a", "ab"]) {
    const text = createSecretFilter(key)(Buffer.from(`${before}${key}cd`).toString("base64"));
    expect(Buffer.from(text, "base64").includes(Buffer.from(key))).toBe(false);
  }
});

test("returns an answer without the key unchanged", () => {
  const filter = createSecretFilter("sk_live_aB3/xY+Z9=q");
  for (const text of [
    '{"a" : 1.50, "b":"\\u00e9\\u0026 \\/ \\u0073\\u006b_live", "b":2}',
    '{"url":"https://x.example/a%2Fb?x=1&amp;y=2","n":12345678901234567890}',
    "<p>sk_live &#47; </p>",
    "",
  ])
    expect(filter(text)).toBe(text);
});

test("keeps all digits of numbers when it removes the key", () => {
  const text = '{"a":"sk_live_aB3","n":12345678901234567890,"m":1.50,"o":{"x":[1,null,true]}}';
  expect(createSecretFilter("sk_live_aB3")(text)).toBe(
    '{"a":"[key]","n":12345678901234567890,"m":1.50,"o":{"x":[1,null,true]}}',
  );
});

test("removes a key of digits from numbers, and keeps __proto__ as a name", () => {
  const filter = createSecretFilter("12345678901234567890");
  expect(parseJson(filter('{"n":12345678901234567890,"__proto__":{"x":1}}'))).toEqual(
    JSON.parse('{"n":"[key]","__proto__":{"x":1}}'),
  );
  expect(createSecretFilter("12345678")('{"n":12345678,"m":123456789}')).toBe('{"n":"[key]","m":"[key]9"}');
});

test.each(keys)("searches long runs of escapes for %s without catastrophic backtracking", (key) => {
  const filter = createSecretFilter(key);
  for (const sign of ["\\", "\\u005c", "\\u0025", "%25", "&amp;", "&#0"]) {
    const text = `{"note":"${sign.repeat(200_000)}"}`;
    expect(filter(text)).toBe(text);
  }
});
