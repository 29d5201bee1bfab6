import type { VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { inputClass } from "./input-class";

type Look = VariantProps<typeof inputClass>;

export type InputProps = Omit<ComponentProps<"input">, "style" | "size"> & Look;

export function Input({ size, code, className = "w-full", ...rest }: InputProps) {
  return <input {...rest} className={`${inputClass({ size, code })} ${className}`} />;
}

export type SelectProps = Omit<ComponentProps<"select">, "style" | "size"> & Look;

export function Select({ size, code, className = "w-full", ...rest }: SelectProps) {
  return <select {...rest} className={`${inputClass({ size, code })} ${className}`} />;
}
