import type { ReactNode } from "react";
import { linkClass } from "@/components/ui/buttons/button-class";

/** Collapsed details for engineers. */
export function TechnicalDetail({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <details className={className}>
      <summary className={`inline-block min-h-6 cursor-pointer text-sm/6 ${linkClass}`}>Technical detail</summary>
      {children}
    </details>
  );
}
