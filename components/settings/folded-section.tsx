import { type ReactNode, useState } from "react";

type FoldedSectionProps = { title: string; note: string; children: ReactNode };

/** A section for engineers. Its content is rendered once it is opened. */
export function FoldedSection({ title, note, children }: FoldedSectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      // It can be opened before hydration.
      ref={(details) => {
        if (details?.open) setIsOpen(true);
      }}
      className="border-t border-rule [--inset:var(--gutter)] [--reading:16px_var(--gutter)] [--state:4px_var(--gutter)_18px]"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="px-(--gutter) py-3">
        <h2 className="inline text-md font-semibold tracking-[-0.004em]">{title}</h2>{" "}
        <span className="ml-1.5 text-sm/[17px] text-ink-3">{note}</span>
      </summary>
      {isOpen && children}
    </details>
  );
}
