"use client";

import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";

export type CheckboxProps = Omit<ComponentProps<"input">, "style" | "type" | "children" | "ref"> & {
  children: ReactNode;
  mixed?: boolean;
};

export function Checkbox({ children, mixed = false, className = "", ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={`check-l ${className}`}>
      <input {...rest} ref={ref} type="checkbox" className="check" />
      <span>{children}</span>
    </label>
  );
}
