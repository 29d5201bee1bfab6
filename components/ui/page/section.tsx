import { type ReactNode, useId } from "react";

export type SectionProps = {
  title: ReactNode;
  note?: ReactNode;
  more?: ReactNode;
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** One ruled part of the sheet, under its own h2. */
export function Section({ title, note, more, flush = false, className = "", children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      className={`bay min-w-0 [padding-block:16px_18px] ${flush ? "flush px-0" : "px-(--gutter)"} ${className}`}
      aria-labelledby={titleId}
    >
      <div className={`${headClass} ${flush ? "px-(--gutter)" : ""}`}>
        <h2 id={titleId} className="text-md font-semibold tracking-[-0.004em] wrap-anywhere">
          {title}
        </h2>
        {note && <span className="text-sm/[17px] text-ink-3">{note}</span>}
        {more && (
          <span className="more ml-auto text-sm/5 text-ink-3 max-narrow:whitespace-nowrap [&_a]:text-cord">{more}</span>
        )}
      </div>
      {children}
    </section>
  );
}

const headClass =
  "mb-2 flex min-h-6 items-center gap-2.5 *:min-w-0 max-narrow:flex-wrap max-narrow:gap-x-2.5 max-narrow:gap-y-1";
