// Generous in what is under way, arrived or failed: counts of deliveries and alerts depend on these words.
const words = {
  live: "running in-progress in_progress ringing queued pending scheduled sending retry retrying processing",
  ok: "active published delivered success succeeded successful ok synced",
  done: "completed ended",
  idle: "paused draft inactive cancelled canceled",
  fault: "failed fail failure error suspended expired exhausted abandoned dead",
} as const;

export type UsualTone = keyof typeof words;

const tones = Object.keys(words) as UsualTone[];

/** What status words mean on platforms of this kind, until an admin says otherwise. Letters' case does not count. */
export const usualMeanings: ReadonlyMap<string, UsualTone> = new Map(
  tones.flatMap((tone) => words[tone].split(" ").map((word) => [word, tone] as const)),
);

export const usualMeaning = (word: unknown): UsualTone | undefined =>
  typeof word === "string" ? usualMeanings.get(word.toLowerCase()) : undefined;
