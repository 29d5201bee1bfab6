const rewrites: readonly [RegExp, string][] = [
  [/[[\]]/g, ""],
  // "25/Nov/2026:09:55:12"
  [/(?<![\w/.-])(\d{1,2})([/.-])([a-z]{3,9})\2(\d{4})(?::|(?=\s|$))/g, "$1 $3 $4 "],
  // "20261125T095500Z"
  [/(?<!\S)(\d{4})(\d{2})(\d{2})t(\d{2})(\d{2})(?=\d{2}|z|[+-]|$|\s)/g, "$1-$2-$3t$4:$5"],
  [/(?<!\S)(\d{4}-\d{2}-\d{2}t\d{2}:\d{2})(\d{2})(?!\d)/g, "$1:$2"],
  // "2026/11/25 09:55:12,123"
  [/(?<!\S)(\d{4})\/(\d{2})\/(\d{2})(?=\s|$)/g, "$1-$2-$3"],
  [/(:\d{2}),(?=\d{3}(?:\D|$))/g, "$1."],
  // "9h55", "9 Uhr 55", "9 Uhr"
  [/(?<=^|[\s–—]|\d-)(\d{1,2}) ?(?:h|uhr) ?(\d{2})(?=[\s–—-]|$)/g, "$1:$2"],
  [/(?<=^|[\s–—]|\d-)(\d{1,2}[:.]\d{2}) ?uhr(?=[\s–—-]|$)/g, "$1"],
  [/(?<=^|[\s–—]|\d-)(\d{1,2}) ?uhr(?=[\s–—-]|$)/g, "$1:00"],
  [/(?<!\S)(?:12 )?noon(?=\s|$)/g, "12:00"],
  // "Wed Nov 25 09:55:12 UTC 2026"
  [/(?<=[a-z]{3} {1,2}\d{1,2}) (\d{2}:\d{2}:\d{2})((?: [a-z+\d]+)?) (\d{4})$/g, " $3 $1$2"],
  // "14:10Z", "14:10+0200"
  [/(?<=(?:^|[\st–—])\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(z|[+-]\d{4}|\+\d{2}:\d{2})(?=\s|$)/g, " $1"],
];

/** Lower case, with the forms of log files rewritten: "25/Nov/2026:09:55:12 +0000", "20261125T095500Z", "9h55". */
export function plainTime(text: string): string {
  const words = text.toLowerCase().replace(/\s+/g, " ").trim();
  return rewrites.reduce((rewritten, [pattern, wanted]) => rewritten.replace(pattern, wanted), words).trim();
}

const half = String.raw`\s?[ap]\.?m\.?`;
const clock = new RegExp(
  String.raw`(?:^|[\s–—~]|\d{4}-\d{2}-\d{2}t)\d{1,2}(?::\d{2}(?::\d{2}(?:\.\d+)?)?(?:${half})?|${half})` +
    String.raw`(?:z|[+-]\d{2}:?\d{2})?(?=$|[\s,–—]|-\d|\.\.)`,
  "i",
);
const dottedClock = /^\d{1,2}\.\d{2}(?:\s?[-–—]\s?\d{1,2}\.\d{2})?$/;
const date = /(?<!\S)(?:\d{1,2}([/.])\d{1,2}\1\d{4}|\d{4}-\d{2}-\d{2})(?![^\s,–—])/;
const length = "(?:hours?|hrs?|minutes?|mins?)";
const earlier = String.raw`(?:\d+|${length}|(?:day|night|morning|week|month)s?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)`;
const words = new RegExp(
  String.raw`(?<!\S)(?:today|yesterday|tonight|noon|midnight|ago|(?:last|past|this) ${earlier}|\d+ ?${length})` +
    String.raw`(?![^\s,–—])`,
  "i",
);

/** True if the text resembles a time, even one that cannot be parsed. IDs and addresses do not. */
export const looksLikeTime = (text: string) =>
  [clock, dottedClock, date, words].some((pattern) => pattern.test(plainTime(text)));
