"use client";

import { Button, type ButtonProps } from "./button";
import { useCopy } from "./use-copy";

export type CopyButtonProps = Omit<ButtonProps, "onClick" | "icon"> & { text: string | (() => string); name?: string };

export function CopyButton({ text, name, children = "Copy", ...rest }: CopyButtonProps) {
  const { copy, copied } = useCopy();
  const said = name ?? (typeof children === "string" ? children.replace(/^Copy /, "") : undefined);
  return (
    <Button
      {...rest}
      icon={copied ? "check" : "copy"}
      onClick={() => void copy(typeof text === "string" ? text : text(), said)}
    >
      {children}
    </Button>
  );
}
