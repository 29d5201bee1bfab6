import { cva } from "class-variance-authority";

export const linkClass =
  "text-accent underline decoration-accent/35 decoration-1 underline-offset-3 hover:decoration-accent print:text-inherit print:no-underline";

/** Style of a link at the end of a line, with a touch target that does not grow the line. */
export const besideLinkClass = `-my-0.5 inline-block min-w-6 py-0.5 text-right ${linkClass}`;

export const linkButtonClass = `inline-block min-h-6 max-w-full min-w-6 wrap-anywhere [text-align:inherit] ${linkClass}`;

/** Style of buttons and button-like links. Its display has no specificity, so that a display class overrides it. */
export const buttonClass = cva("button", {
  variants: {
    variant: {
      plain: "button-plain",
      primary: "button-primary",
      bare: "button-bare",
      stop: "button-stop",
      "stop-solid": "button-stop-solid",
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
});
