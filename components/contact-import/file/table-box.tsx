import type { ReactNode } from "react";
import { tableClass } from "@/components/ui/page/table-class";

const frame = "rounded-2 border border-rule";

const frames = {
  preview:
    "overflow-x-auto aria-busy:[&_tbody]:opacity-55 aria-busy:[&_tbody]:transition-opacity aria-busy:[&_tbody]:delay-200 aria-busy:[&_tbody]:duration-(--mid)",
  answer: "mt-2 max-h-105 overflow-auto",
};

const fileCells =
  "[&_td]:whitespace-pre [&_th:first-child]:pl-3 [&_tbody_tr:last-child>*]:border-b-0 max-narrow:[&_tbody_:is(td,th)]:max-w-65 max-narrow:[&_tbody_:is(td,th)]:leading-5";

const cells = {
  preview: `[&_td]:max-w-80 ${fileCells}`,
  answer: "[&_td]:max-w-80 max-narrow:[&_th]:max-w-none max-narrow:[&_tbody_:is(td,th)]:leading-6",
};

const narrowCells =
  "max-narrow:[&_tbody_:is(td,th)]:h-auto max-narrow:[&_tbody_:is(td,th)]:px-3 max-narrow:[&_tbody_:is(td,th)]:py-1";

type TableBoxProps = { kind: keyof typeof cells; label: string; isBusy?: boolean; children: ReactNode };

export function TableBox({ kind, label, isBusy, children }: TableBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable boxes must be focusable
    <section className={`${frame} ${frames[kind]}`} aria-label={label} aria-busy={isBusy} tabIndex={0}>
      <table className={`${tableClass({ staysTable: true })} [&_thead_th]:static ${narrowCells} ${cells[kind]}`}>
        {children}
      </table>
    </section>
  );
}

export function FileCaption({ children }: { children: ReactNode }) {
  return <caption className="sticky left-0 px-3 py-[7px] text-left text-sm/[17px] text-ink-2">{children}</caption>;
}
