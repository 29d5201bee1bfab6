import { cva } from "class-variance-authority";

/**
 * Style of tables and their cells. Its selectors for cells and rows have no specificity, so any class overrides them. On
 * narrow screens each row becomes a grid unless `staysTable` is set.
 */
export const tableClass = cva(
  [
    "w-full border-separate text-base [border-spacing:0] [:where(&_:focus-visible)]:-outline-offset-2",
    "head-cells:sticky head-cells:top-(--th-top,48px) head-cells:z-5 head-cells:h-7.5 head-cells:border-y head-cells:border-rule",
    "head-cells:bg-well head-cells:px-3 head-cells:text-left head-cells:text-sm/5 head-cells:font-medium",
    "head-cells:whitespace-nowrap head-cells:text-ink-2 print:head-cells:static",
    "cells:max-w-0 cells:truncate cells:border-b cells:border-rule cells:px-3 cells:text-left cells:font-normal",
    "narrow:rows:hover:*:bg-hover narrow:rows:aria-selected:*:bg-pick max-narrow:rows:hover:bg-hover max-narrow:rows:aria-selected:bg-pick",
    "narrow:rows:aria-selected:*:first:[background:linear-gradient(var(--accent),var(--accent))_9px_50%/3px_16px_no-repeat,var(--pick)]",
    "forced-colors:rows:aria-selected:outline-2 forced-colors:rows:aria-selected:-outline-offset-2 forced-colors:rows:aria-selected:outline-[Highlight]",
  ],
  {
    variants: {
      density: { regular: "cells:h-9", compact: "cells:h-7.5", log: "cells:h-[31px]" },
      staysTable: {
        true: "first-cells:pl-(--gutter) last-cells:pr-(--gutter)",
        false: [
          "narrow:first-cells:pl-(--gutter) narrow:last-cells:pr-(--gutter)",
          "max-narrow:block max-narrow:[&>tbody]:block max-narrow:[&>thead]:sr-only",
          "max-narrow:rows:grid max-narrow:rows:grid-cols-[minmax(0,1fr)_fit-content(50%)] max-narrow:rows:gap-x-3",
          "max-narrow:rows:border-b max-narrow:rows:border-rule max-narrow:rows:px-(--gutter) max-narrow:rows:py-[9px]",
          "max-narrow:cells:block max-narrow:cells:h-auto max-narrow:cells:max-w-none max-narrow:cells:min-w-0",
          "max-narrow:cells:border-0 max-narrow:cells:p-0 max-narrow:cells:[line-height:24px]",
        ],
      },
    },
    defaultVariants: { density: "compact", staysTable: false },
  },
);

export const fitHeadClass = "fit-head";

export const fitClass = "fit-cell";

export const gapRowClass =
  "pointer-events-none max-narrow:block max-narrow:border-0 max-narrow:p-0 *:h-0 *:border-0 *:p-0";
