import { cva } from "class-variance-authority";

const float =
  "z-70 rounded-[6px] bg-float shadow-(--sh-2) [--cut:var(--float)] forced-colors:border forced-colors:border-[CanvasText]";

/** What opens over the page and closes by itself. */
export const layerClass = cva(float, {
  variants: {
    look: {
      text: [
        "max-w-[min(420px,calc(100vw-24px))] px-3 py-2.5 wrap-anywhere **:data-[slot=button]:h-auto **:data-[slot=button]:max-w-full",
        "**:data-[slot=button]:min-h-[26px] **:data-[slot=button]:wrap-break-word **:data-[slot=button]:whitespace-normal",
      ],
      menu: "max-h-[min(420px,var(--radix-dropdown-menu-content-available-height,420px))] max-w-[min(420px,calc(100vw-16px))] min-w-[216px] overflow-auto p-[5px]",
      options:
        "max-h-[min(320px,var(--radix-popover-content-available-height,320px))] max-w-[min(420px,calc(100vw-16px))] min-w-[var(--radix-popover-trigger-width,216px)] overflow-auto p-[5px]",
      columns:
        "flex max-h-[min(480px,var(--radix-popover-content-available-height,480px))] max-w-[min(420px,calc(100vw-16px))] min-w-[216px] flex-col overflow-hidden p-[5px]",
    },
  },
  defaultVariants: { look: "text" },
});
