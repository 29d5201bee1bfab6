import type { ReactNode } from "react";
import { StatusIcon } from "./status-icon";

export type StripProps = { title: ReactNode; children: ReactNode; actions: ReactNode; role?: "status" };

/** A fault across the whole width, above what it is about. */
export function Strip({ title, children, actions, role }: StripProps) {
  return (
    <div
      className="strip flex items-start gap-2.5 border-y border-fault-fill/40 bg-fault-wash py-2.5 [--cut:var(--fault-wash)] max-narrow:flex-wrap"
      role={role}
    >
      <StatusIcon tone="fault" tinted className="mt-1" />
      <div className="min-w-0 flex-1 [&_p]:wrap-anywhere">
        <b className="font-semibold">{title}</b>
        {children}
      </div>
      <div className="ml-auto flex flex-none gap-2 print:hidden">{actions}</div>
    </div>
  );
}
