import type { ReactNode } from "react";
import { StatusIcon } from "./status-icon";

export type FieldErrorProps = { id?: string; isAlert?: boolean; className?: string; children: ReactNode };

/** What is wrong with what was given; as an alert where it stands under no field that names it. */
export function FieldError({ id, isAlert = false, className = "", children }: FieldErrorProps) {
  return (
    <span
      className={`flex items-start gap-[5px] text-sm/[17px] text-fault-ink ${className}`}
      id={id}
      role={isAlert ? "alert" : undefined}
    >
      <StatusIcon tone="fault" tinted className="mt-0.5" />
      <span>{children}</span>
    </span>
  );
}
