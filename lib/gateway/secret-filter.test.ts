import { expect, test } from "vitest";
import { containsKey, keys, spellingsOf } from "@/e2e/support/spellings";
import { parseJson } from "@/lib/format/json";
import { createSecretFilter } from "./secret-filter";

const cases = keys.flatMap((key) =>
  Object.entries(spellingsOf(key)).map(([name, spelled]) => [key, name, spelled] as const),
);

test.each(cases)("of %s no spelling is left in an answer: %s", (key, _name, spelled) => {
  const filter = createSecretFilter(key);
  const hidden = `{"a":"${spelled.json}","a":"fine"}`;
  const answers = [
    hidden,
    `{"data":[{"id":"a","note":"key ${spelled.json}, sent"}]}`,
    `{"${spelled.json}":1}`,
    `"${spelled.json}"`,
  ];
  for (const text of [...answers, `Bad key ${spelled.text} here`, `{"cut":"${spelled.json}`]) {
    const left = filter(text);
    expect(containsKey(key, left), left).toBe(false);
    expect(spelled.marks.filter((mark) => left.includes(mark))).toEqual([]);
    expect(left).toContain(text === hidden ? "fine" : "[key]");
  }
  for (const text of answers) expect(() => JSON.parse(filter(text))).not.toThrow();
});

test.each(keys)("of %s what stands around base64 does not hide it", (key) => {
  for (const before of ["", "a", "ab"]) {
    const text = createSecretFilter(key)(Buffer.from(`${before}${key}cd`).toString("base64"));
    expect(Buffer.from(text, "base64").includes(Buffer.from(key))).toBe(false);
  }
});

test("an answer that does not hold the key comes as it was sent", () => {
  const filter = createSecretFilter("sk_live_aB3/xY+Z9=q");
  for (const text of [
    '{"a" : 1.50, "b":"\\u00e9\\u0026 \\/ \\u0073\\u006b_live", "b":2}',
    '{"url":"https://x.example/a%2Fb?x=1&amp;y=2","n":12345678901234567890}',
    "<p>sk_live &#47; </p>",
    "",
  ])
    expect(filter(text)).toBe(text);
});

test("where the key is taken out of an answer, every number keeps its digits", () => {
  const text = '{"a":"sk_live_aB3","n":12345678901234567890,"m":1.50,"o":{"x":[1,null,true]}}';
  expect(createSecretFilter("sk_live_aB3")(text)).toBe(
    '{"a":"[key]","n":12345678901234567890,"m":1.50,"o":{"x":[1,null,true]}}',
  );
});

test("a key of digits is no number either, and a name that is no plain one stays one", () => {
  const filter = createSecretFilter("12345678901234567890");
  expect(parseJson(filter('{"n":12345678901234567890,"__proto__":{"x":1}}'))).toEqual(
    JSON.parse('{"n":"[key]","__proto__":{"x":1}}'),
  );
  expect(createSecretFilter("12345678")('{"n":12345678,"m":123456789}')).toBe('{"n":"[key]","m":"[key]9"}');
});

test.each(keys)("no run of escapes in an answer makes the search for %s long", (key) => {
  const filter = createSecretFilter(key);
  for (const sign of ["\\", "\\u005c", "\\u0025", "%25", "&amp;", "&#0"]) {
    const text = `{"note":"${sign.repeat(200_000)}"}`;
    expect(filter(text)).toBe(text);
  }
});
