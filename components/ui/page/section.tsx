import { cva } from "class-variance-authority";
import { type ReactNode, useId } from "react";

export type SectionProps = {
  title: ReactNode;
  note?: ReactNode;
  more?: ReactNode;
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

export function Section({ title, note, more, flush = false, className = "", children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={`${flush ? flushSectionClass : sectionClass} ${className}`} aria-labelledby={titleId}>
      <div className={`mb-2 ${sectionHeadClass} ${flush ? "px-(--gutter)" : ""}`}>
        <h2 id={titleId}>{title}</h2>
        {note && <span className="text-sm/[17px] text-ink-3">{note}</span>}
        {more && (
          <span data-slot="more" className={`${moreClass} ${flush ? outdentClass : ""}`}>
            {more}
          </span>
        )}
      </div>
      {children}
    </section>
  );
}

const ruledClass = "[&>*+*]:border-l max-narrow:[&>*+*]:border-l-0";
const stackedBelowRail = "max-rail:grid-cols-1 max-rail:[&>*+*]:border-t max-rail:[&>*+*]:border-l-0";

export const sectionsClass = cva(
  [
    "grid border-t border-rule *:min-w-0 [&>*+*]:border-rule max-narrow:[&>*+*]:border-t",
    "[--inset:var(--gutter)] [--reading:16px_var(--gutter)] [--state:20px_var(--gutter)_24px]",
  ],
  {
    variants: {
      columns: {
        one: "grid-cols-1 [&>*+*]:border-t",
        beside: `${ruledClass} ${stackedBelowRail} grid-cols-[minmax(0,1fr)_372px] max-mid:grid-cols-[minmax(0,1fr)_300px]`,
        besideFromDesk: `${ruledClass} grid-cols-[minmax(0,1fr)_372px] max-desk:grid-cols-1 max-desk:[&>*+*]:border-t max-desk:[&>*+*]:border-l-0`,
        own: ruledClass,
      },
      hasTables: { true: "[&_table]:[--fit:150px]" },
    },
    defaultVariants: { columns: "one" },
  },
);

export const sectionClass =
  "section min-w-0 px-(--gutter) [--inset:0px] [--reading:0px] [--state:4px_0] [padding-block:16px_18px]";

const flushSectionClass =
  "min-w-0 px-0 [--inset:var(--gutter)] [--reading:16px_var(--gutter)] [--state:4px_var(--gutter)_18px] [padding-block:16px_18px]";

export const sectionHeadClass = [
  "flex min-h-6 items-center gap-2.5 *:min-w-0 max-narrow:flex-wrap max-narrow:gap-x-2.5 max-narrow:gap-y-1",
  "[&>h2]:text-md [&>h2]:font-semibold [&>h2]:tracking-[-0.004em] [&>h2]:wrap-anywhere",
].join(" ");

export const moreClass =
  "ml-auto text-right text-sm/5 text-ink-3 max-narrow:whitespace-nowrap has-[>button]:flex-none [&_a]:text-accent";

/** Aligns the text of a trailing bare button with the padding edge. */
export const outdentClass = "has-[[data-variant=bare]:last-child]:-mr-[9px]";

export const drawerLayoutClass = "group/drawer-layout flex-1";

/** Takes the place of a drawer until its code is loaded, so that the page beside it does not move. */
export const drawerSpace = () => <div data-drawer hidden />;

export const besideDrawerClass =
  "[--inset:var(--gutter)] [--reading:16px_var(--gutter)] [--state:20px_var(--gutter)_24px] print:group-has-data-drawer/drawer-layout:hidden";
