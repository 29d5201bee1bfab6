import { cva, type VariantProps } from "class-variance-authority";

export const menuItemClass = [
  "flex min-h-[30px] w-full cursor-pointer items-center gap-[9px] rounded-[4px] px-2 text-left wrap-anywhere outline-none select-none",
  "focus-visible:bg-pick data-active:bg-pick data-disabled:cursor-not-allowed data-disabled:text-ink-3 data-highlighted:bg-pick",
  "max-narrow:min-h-11 forced-colors:data-active:bg-[Highlight] forced-colors:data-active:text-[HighlightText]",
  "forced-colors:data-active:forced-color-adjust-none forced-colors:data-highlighted:bg-[Highlight]",
  "forced-colors:data-highlighted:text-[HighlightText] forced-colors:data-highlighted:forced-color-adjust-none",
].join(" ");

export const menuCountClass = "ml-auto flex-none pl-4 text-ink-3";

export const menuNoteClass = "px-2 pt-[5px] pb-[3px] text-sm wrap-anywhere text-ink-3";

const float =
  "z-70 rounded-[6px] bg-float shadow-(--sh-2) [--cut:var(--float)] forced-colors:border forced-colors:border-[CanvasText]";

export const layerClass = cva(float, {
  variants: {
    look: {
      text: [
        "max-w-[min(420px,calc(100vw-24px))] px-3 py-2.5 wrap-anywhere **:data-[slot=button]:h-auto **:data-[slot=button]:max-w-full",
        "**:data-[slot=button]:min-h-[26px] **:data-[slot=button]:wrap-break-word **:data-[slot=button]:whitespace-normal",
      ],
      menu: "max-h-[min(560px,var(--radix-dropdown-menu-content-available-height,var(--radix-popover-content-available-height,560px)))] max-w-[min(420px,calc(100vw-16px))] min-w-[216px] overflow-auto p-[5px]",
      options:
        "max-h-[min(420px,var(--radix-popover-content-available-height,420px))] max-w-[min(420px,calc(100vw-16px))] min-w-[var(--radix-popover-trigger-width,216px)] overflow-auto p-[5px]",
    },
  },
  defaultVariants: { look: "text" },
});

export type LayerVariant = VariantProps<typeof layerClass>["look"];
