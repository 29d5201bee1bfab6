import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";

export const inputClass = cva("input-box", {
  variants: {
    size: {
      small: "h-7 px-2",
      tall: "h-9.5 px-2.5 max-narrow:h-11",
      regular: "h-8.5 px-2.5",
      search: "h-7 pr-2.5 pl-[30px] text-ellipsis",
    },
    code: { true: "font-mono tracking-[-0.02em] [font-variant-ligatures:none]", false: "" },
  },
  defaultVariants: { size: "regular", code: false },
});

type InputVariants = VariantProps<typeof inputClass>;

export type InputProps = Omit<ComponentProps<"input">, "style" | "size"> & InputVariants;

export function Input({ size, code, className = "w-full", ...rest }: InputProps) {
  return <input {...rest} className={`${inputClass({ size, code })} ${className}`} />;
}

/** Ignores changes while sending. Does not use `disabled`, because the control would lose the focus. */
export type Sending = { isSending?: boolean | undefined };

export const busy = (isSending: boolean | undefined) => (isSending ? { "aria-disabled": true, "aria-busy": true } : {});

export type SelectProps = Omit<ComponentProps<"select">, "style" | "size"> & Pick<InputVariants, "size"> & Sending;

export function Select({ size, isSending, className = "w-full", onChange, ...rest }: SelectProps) {
  return (
    <select
      {...rest}
      {...busy(isSending)}
      className={`${inputClass({ size })} ${className}`}
      onChange={(event) => !isSending && onChange?.(event)}
    />
  );
}
