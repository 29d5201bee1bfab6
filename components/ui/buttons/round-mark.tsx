import type { ReactNode } from "react";

/** A circle with initials or a glyph, beside a name. */
export const RoundMark = ({ children }: { children: ReactNode }) => (
  <span
    className="grid size-[26px] flex-none place-items-center rounded-full border border-rule-2 bg-sheet text-xs leading-5 font-semibold text-ink-2"
    aria-hidden="true"
  >
    {children}
  </span>
);

export function initialsOf(name: string) {
  const words = name
    .replace(/ \(.*\)$/, "")
    .trim()
    .split(/\s+/);
  const letters = words.length > 1 ? [words[0]?.[0], words.at(-1)?.[0]] : [...(words[0] ?? "")].slice(0, 2);
  return letters.join("").toUpperCase();
}
