"use client";

import { Popover as RadixPopover } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { layerClass } from "./layer-class";

export type PopoverProps = {
  trigger: ReactElement;
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  look?: "text" | "menu" | "columns";
};

/** Not modal: the page stays readable and scrollable behind it. Esc closes and gives focus back. */
export function Popover({ trigger, label, children, open, onOpenChange, align = "start", look }: PopoverProps) {
  return (
    <RadixPopover.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          className={layerClass({ look })}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
