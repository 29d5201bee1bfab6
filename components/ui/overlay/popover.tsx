import { cloneElement, type ReactElement, type ReactNode, type RefObject, useCallback, useState } from "react";
import type { ButtonProps } from "@/components/ui/buttons/button";
import type { LayerVariant } from "./layer-class";
import { useLayer } from "./use-layer";

export type PopoverProps = {
  trigger: ReactElement<ButtonProps>;
  /** Ref to the trigger, for callers that must focus it. */
  triggerRef?: RefObject<HTMLButtonElement | null>;
  label: string;
  children: ReactNode;
  /** Loads the code of the children, so that the popover opens with its content. */
  load?: () => Promise<unknown>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  look?: LayerVariant;
};

/** Non-modal popover. Esc closes it and returns the focus. */
export function Popover({ trigger, triggerRef, label, children, load, align = "start", look, ...state }: PopoverProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const loadAll = useCallback(async () => {
    const [layers] = await Promise.all([import("./layers"), load?.()]);
    return layers;
  }, [load]);
  const { code, toggle, buttonProps, layer } = useLayer(loadAll, {
    isOpen: state.open ?? ownOpen,
    onOpenChange: state.onOpenChange ?? setOwnOpen,
    buttonRef: triggerRef,
  });

  return (
    <>
      {cloneElement(trigger, { ...buttonProps, "aria-haspopup": "dialog", onClick: toggle })}
      {code && (
        <code.PopoverLayer {...layer} label={label} align={align} look={look}>
          {children}
        </code.PopoverLayer>
      )}
    </>
  );
}
