"use client";

import { Button, type ButtonProps } from "./button";
import { useCopy } from "./use-copy";

export type CopyButtonProps = Omit<ButtonProps, "onClick" | "icon"> & {
  text: string | (() => string);
  name?: string;
  mark?: "copy" | "link";
};

export function CopyButton({ text, name, mark = "copy", children = "Copy", ...rest }: CopyButtonProps) {
  const { copy, copied } = useCopy();
  const said = name ?? (typeof children === "string" ? children.replace(/^Copy /, "") : undefined);
  return (
    <Button
      {...rest}
      icon={copied ? "check" : mark}
      onClick={() => void copy(typeof text === "string" ? text : text(), said)}
    >
      {children}
    </Button>
  );
}
