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
    <section className={`bay ${flush ? "flush" : ""} ${className}`} aria-labelledby={titleId}>
      <div className="bay-h">
        <h2 id={titleId}>{title}</h2>
        {note && <span className="note">{note}</span>}
        {more && <span className="more">{more}</span>}
      </div>
      {children}
    </section>
  );
}
