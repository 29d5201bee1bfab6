"use client";

import { Popover } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { layerClass } from "./layer-class";
import { StandIn } from "./stand-in";

export type PopoverLayerProps = {
  button: RefObject<HTMLButtonElement | null>;
  label: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  align: "start" | "center" | "end";
  look: "text" | "menu" | "columns" | undefined;
  children: ReactNode;
};

export function PopoverLayer({ button, label, isOpen, onOpenChange, align, look, children }: PopoverLayerProps) {
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <StandIn target={button} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={layerClass({ look })}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
