import type { ReactNode } from "react";
import { linkClass } from "@/components/ui/buttons/button-class";

type TechnicalDetailProps = { className?: string; isOpen?: boolean; children: ReactNode };

export function TechnicalDetail({ className, isOpen, children }: TechnicalDetailProps) {
  return (
    <details className={className} open={isOpen}>
      <summary className={`inline-block min-h-6 cursor-pointer text-sm/6 ${linkClass}`}>Technical detail</summary>
      {children}
    </details>
  );
}
