import { cva } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { StatusIcon } from "@/components/ui/buttons/status-icon";

export type NoticeProps = Omit<ComponentProps<"div">, "style" | "title"> & {
  tone: "wait" | "fault" | "unknown";
  title?: ReactNode;
};

export function Notice({ tone, title, className = "", children, ...rest }: NoticeProps) {
  return (
    <div data-slot="notice" {...rest} className={`${noticeClass({ tone })} ${className}`}>
      <StatusIcon tone={tone} tinted className="mt-1 flex-none" />
      <div className="min-w-0 flex-1 [&_p]:max-w-[47em] [&_ul]:mt-0.5">
        {title && <b className="font-semibold">{title}</b>}
        {children}
      </div>
    </div>
  );
}

const toneClasses = {
  wait: "border-wait-fill/40 bg-wait-wash [--cut:var(--wait-wash)]",
  fault: "border-fault-fill/40 bg-fault-wash [--cut:var(--fault-wash)]",
  unknown: "border-rule-2 bg-well",
} as const;

const noticeClass = cva("flex gap-2.5 rounded-2 border px-3 py-2.5", { variants: { tone: toneClasses } });

type StripProps = {
  title: ReactNode;
  children: ReactNode;
  actions: ReactNode;
  role?: "status";
};

// Inside a padded section it is a box instead of a full-width strip.
const stripClass = [
  "flex items-start gap-2.5 border-y px-(--gutter) py-2.5 max-narrow:flex-wrap",
  "[.section>&]:mb-3 [.section>&]:rounded-2 [.section>&]:border-x [.section>&]:px-3",
].join(" ");

export function Strip({ title, children, actions, role }: StripProps) {
  return (
    <div className={`${stripClass} ${toneClasses.fault}`} role={role}>
      <StatusIcon tone="fault" tinted className="mt-1" />
      <div className="min-w-0 flex-1">
        <b className="font-semibold">{title}</b>
        {children}
      </div>
      <div className="ml-auto flex flex-none gap-2 print:hidden">{actions}</div>
    </div>
  );
}
