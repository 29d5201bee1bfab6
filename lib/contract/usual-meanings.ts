import { toneWords } from "./status-words";

export type UsualTone = keyof typeof toneWords;

const tones = Object.keys(toneWords) as UsualTone[];

/** Usual tones of status words in lower case. Admins can set others. */
export const defaultMeanings: ReadonlyMap<string, UsualTone> = new Map(
  tones.flatMap((tone) => toneWords[tone].split(" ").map((word) => [word, tone] as const)),
);

export const defaultMeaning = (word: unknown): UsualTone | undefined =>
  typeof word === "string" ? defaultMeanings.get(word.toLowerCase()) : undefined;
