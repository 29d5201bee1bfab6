import { cva } from "class-variance-authority";

/** Style of a link in text. */
export const linkClass =
  "text-accent underline decoration-accent/35 decoration-1 underline-offset-3 hover:decoration-accent print:text-inherit print:no-underline";

/** Style of a link at the end of a line, with a touch target that does not grow the line. */
export const besideLinkClass = `-my-0.5 inline-block min-w-6 py-0.5 text-right ${linkClass}`;

/** Style of a button that looks like a link. */
export const linkButtonClass = `inline-block min-h-6 min-w-6 [text-align:inherit] ${linkClass}`;

/** Style of buttons and button-like links. `:where` lets a display class override it. */
export const buttonClass = cva(
  [
    "[:where(&)]:inline-flex cursor-pointer items-center justify-center gap-[7px] rounded-2 border font-[550] whitespace-nowrap",
    "[transition:background_var(--fast),border-color_var(--fast)] aria-busy:cursor-progress max-narrow:min-h-9 print:hidden",
    "aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 aria-disabled:shadow-none",
    "forced-colors:aria-disabled:border-dashed [&_kbd]:-mr-[5px] [&_kbd]:ml-0.5",
  ],
  {
    variants: {
      variant: {
        plain:
          "border-rule-2 bg-sheet text-ink shadow-(--sh-1) hover:border-edge hover:bg-hover aria-disabled:border-rule aria-disabled:bg-well [&_svg]:text-ink-2",
        primary:
          "border-accent bg-accent text-on-accent shadow-(--sh-1) hover:border-accent-strong hover:bg-accent-strong aria-disabled:border-rule aria-disabled:bg-well [&_kbd]:border-on-accent/40 [&_kbd]:bg-transparent [&_kbd]:text-inherit",
        bare: "border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink aria-disabled:border-transparent aria-disabled:bg-transparent aria-pressed:bg-pick aria-pressed:text-ink [&_svg]:text-ink-2",
        stop: "border-[color-mix(in_oklab,var(--fault-fill)_45%,var(--rule-2))] bg-sheet text-fault-ink shadow-(--sh-1) hover:border-fault-fill hover:bg-fault-wash aria-disabled:border-rule aria-disabled:bg-well",
        "stop-solid":
          "border-transparent bg-[light-dark(oklch(0.5_0.17_27),oklch(0.72_0.15_25))] text-[light-dark(oklch(1_0_0),oklch(0.2_0.04_25))] shadow-(--sh-1) hover:border-transparent aria-disabled:border-rule aria-disabled:bg-well",
      },
      size: { small: "h-6.5 text-sm/5", regular: "h-8", large: "h-10 text-md" },
      shape: { text: "[&_svg]:-ml-[3px]", icon: "flex-none!" },
    },
    compoundVariants: [
      { shape: "text", size: "small", className: "px-[9px]" },
      { shape: "text", size: "regular", className: "px-3" },
      { shape: "text", size: "large", className: "px-[18px]" },
      { shape: "icon", size: "small", className: "w-6.5 max-narrow:size-9" },
      { shape: "icon", size: "regular", className: "w-8 max-narrow:w-9" },
    ],
    defaultVariants: { variant: "plain", size: "regular", shape: "text" },
  },
);
