"use client";

import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useRef, useState } from "react";
import type { ButtonProps } from "@/components/ui/buttons/button";

export type PopoverProps = {
  trigger: ReactElement<ButtonProps>;
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  look?: "text" | "menu" | "columns";
};

const load = () => import("./popover-layer");
const Layer = lazy(() => load().then(({ PopoverLayer }) => ({ default: PopoverLayer })));

/** Not modal: the page stays readable and scrollable behind it. Esc closes and gives focus back. Fetched when it is near. */
export function Popover({ trigger, label, children, open, onOpenChange, align = "start", look }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const [isNear, setIsNear] = useState(false);
  const isOpen = open ?? own;
  const change = onOpenChange ?? setOwn;
  const come = () => setIsNear(true);

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
      {(isNear || isOpen) && (
        <Suspense fallback={null}>
          <Layer button={button} label={label} isOpen={isOpen} onOpenChange={change} align={align} look={look}>
            {children}
          </Layer>
        </Suspense>
      )}
    </>
  );
}
