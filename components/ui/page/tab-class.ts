/** A link of a strip of tabs. The open tab has `aria-current="page"`. */
export const tabClass = [
  "relative inline-flex h-9 flex-none items-center gap-[7px] px-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink",
  "focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink",
  "aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2.5 aria-[current=page]:after:bottom-0",
  "aria-[current=page]:after:h-0.5 aria-[current=page]:after:rounded-[2px] aria-[current=page]:after:bg-accent",
  "forced-colors:aria-[current=page]:after:bg-[Highlight] forced-colors:aria-[current=page]:after:forced-color-adjust-none",
].join(" ");
