import { type ReactNode, useId } from "react";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";

type SettingGroupProps = { title: string; note?: ReactNode; more?: ReactNode; children: ReactNode };

/** Settings under a heading. */
export function SettingGroup({ title, note, more, children }: SettingGroupProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="not-first:mt-7">
      <div className="flex min-h-11 flex-wrap items-end gap-x-2.5 gap-y-1 border-b border-rule-2 pt-3 pb-2">
        <h2 id={titleId} className="text-md/5 font-semibold">
          {title}
        </h2>
        {note && <span className="text-sm/5 text-ink-3">{note}</span>}
        {more && <span className="-my-1 ml-auto">{more}</span>}
      </div>
      <SettingList>{children}</SettingList>
    </section>
  );
}

export const SettingList = ({ children }: { children: ReactNode }) => <ul>{children}</ul>;

export type SettingRowProps = {
  title: ReactNode;
  /** One sentence with the present value. */
  note?: ReactNode;
  /** The control stands under its text on a narrow screen. */
  isWide?: boolean;
  children?: ReactNode;
};

/** A setting: its name, its value in a sentence, and one control. */
export function SettingRow({ title, note, isWide = false, children }: SettingRowProps) {
  return (
    <li className={`${rowClass} ${isWide ? "max-narrow:grid-cols-1" : ""}`}>
      <div className="min-w-0 wrap-anywhere">
        <b className="block leading-5 font-semibold">{title}</b>
        {note && <div className="leading-5 text-ink-2">{note}</div>}
      </div>
      {children && <div className="flex min-w-0 items-center gap-2">{children}</div>}
    </li>
  );
}

const rowClass = [
  "grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-8 gap-y-2 border-b border-rule py-[11px]",
  "max-narrow:gap-x-4 max-narrow:**:data-[slot=button]:h-10",
].join(" ");

/** A link that looks like the button of a row. */
export const PageButton = ({ href, children }: { href: string; children: string }) => (
  <Link data-slot="button" className={buttonClass()} href={href}>
    {children}
  </Link>
);

/** Settings stand in one column. */
export const SettingsColumn = ({ children }: { children: ReactNode }) => (
  <div className="border-t border-rule [--inset:0px] [--reading:0px] [--state:20px_0_24px]">
    <div className="mx-(--gutter) mt-2 mb-10 max-w-[720px]">{children}</div>
  </div>
);
