/** One line of a menu or of a list to choose from. */
export const menuItemClass = [
  "flex min-h-[30px] w-full cursor-pointer items-center gap-[9px] rounded-[4px] px-2 text-left wrap-anywhere outline-none select-none",
  "focus-visible:bg-pick data-active:bg-pick data-disabled:cursor-not-allowed data-disabled:text-ink-3 data-highlighted:bg-pick",
  "max-narrow:min-h-11 forced-colors:data-active:bg-[Highlight] forced-colors:data-active:text-[HighlightText]",
  "forced-colors:data-active:forced-color-adjust-none forced-colors:data-highlighted:bg-[Highlight]",
  "forced-colors:data-highlighted:text-[HighlightText] forced-colors:data-highlighted:forced-color-adjust-none",
].join(" ");

/** The number or note at the end of such a line. */
export const menuCountClass = "ml-auto flex-none pl-4 text-ink-3";

/** A sentence in a menu. */
export const menuNoteClass = "px-2 pt-[5px] pb-[3px] text-sm wrap-anywhere text-ink-3";
