"use client";

import { cloneElement, type ReactElement, type ReactNode, type RefObject, useRef, useState } from "react";
import { deferred, useNear } from "@/components/ui/browser/deferred";
import type { ButtonProps } from "@/components/ui/buttons/button";

export type PopoverProps = {
  trigger: ReactElement<ButtonProps>;
  /** Where the trigger is to be focused from outside. */
  triggerRef?: RefObject<HTMLButtonElement | null>;
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  look?: "text" | "menu" | "columns";
};

const Layer = deferred(async () => (await import("./popover-layer")).PopoverLayer);

/** Not modal: the page stays readable and scrollable behind it. Esc closes and gives focus back. Fetched when it is near. */
export function Popover({
  trigger,
  triggerRef,
  label,
  children,
  open,
  onOpenChange,
  align = "start",
  look,
}: PopoverProps) {
  const ownRef = useRef<HTMLButtonElement>(null);
  const button = triggerRef ?? ownRef;
  const [own, setOwn] = useState(false);
  const isOpen = open ?? own;
  const change = onOpenChange ?? setOwn;
  const { isThere, come } = useNear(Layer.load, { isOpen, close: () => change(false) });

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "dialog",
        "aria-expanded": isOpen,
        onClick: (event) => {
          trigger.props.onClick?.(event);
          change(!isOpen);
        },
        onPointerEnter: come,
        onFocus: come,
      })}
      {isThere && (
        <Layer button={button} label={label} isOpen={isOpen} onOpenChange={change} align={align} look={look}>
          {children}
        </Layer>
      )}
    </>
  );
}
