"use client";

import { cloneElement, type ReactElement, type ReactNode, type RefObject, useRef, useState } from "react";
import { deferred, useNear } from "@/components/ui/browser/deferred";
import type { ButtonProps } from "@/components/ui/buttons/button";

export type PopoverProps = {
  trigger: ReactElement<ButtonProps>;
  /** Ref to the trigger, for callers that must focus it. */
  triggerRef?: RefObject<HTMLButtonElement | null>;
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  look?: "text" | "menu" | "columns";
};

const Layer = deferred(async () => (await import("./popover-layer")).PopoverLayer);

/** Non-modal popover. Esc closes it and returns the focus. Its code loads on hover or focus. */
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
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const change = onOpenChange ?? setOwnOpen;
  const { isLoaded, preload } = useNear(Layer.load, { isOpen, close: () => change(false) });

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
        onPointerEnter: preload,
        onFocus: preload,
      })}
      {isLoaded && (
        <Layer button={button} label={label} isOpen={isOpen} onOpenChange={change} align={align} look={look}>
          {children}
        </Layer>
      )}
    </>
  );
}
