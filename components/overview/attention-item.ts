import type { Tone } from "@/components/ui/tone";

/** One row of "Needs someone". */
export type AttentionItem = {
  /** Names the row and what it says: once either changes, a row that was set aside comes back. */
  key: string;
  tone: Tone;
  subject: string;
  isPhone?: boolean;
  message: string;
  why: string;
  at?: string | undefined;
  href: string;
  link: string;
};

const longestKey = 300;

export const needKey = (...parts: readonly unknown[]) => parts.map(String).join(" ").slice(0, longestKey);

export const address = (path: string, search: Record<string, string>) => `${path}?${new URLSearchParams(search)}`;

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
