import type { ReactNode } from "react";

type SettingRowProps = { title: string; note?: ReactNode; children: ReactNode };

/** A setting with its control at the end of the line. */
export function SettingRow({ title, note, children }: SettingRowProps) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 border-t border-rule py-[7px] first:border-t-0">
      <div className="min-w-0">
        <b className="font-[550]">{title}</b>
        {note && <p className="text-sm/[17px] text-ink-3">{note}</p>}
      </div>
      <div className="flex-none">{children}</div>
    </div>
  );
}
