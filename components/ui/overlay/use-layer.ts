import { type RefObject, useContext, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { LoadFaultContext } from "@/components/ui/browser/load-fault";

type LayerOptions = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Ref to the button, for callers that must focus it. */
  buttonRef?: RefObject<HTMLButtonElement | null> | undefined;
  /** False if nobody pressed anything: then a layer that cannot be loaded is not reported. */
  isPressed?: () => boolean;
};

/**
 * Connects a button with a layer whose code loads on hover, on focus, or at the latest on the first press. While a press waits
 * for the code, the button looks pressed. If loading fails the layer closes and says so, and the next press retries.
 */
export function useLayer<Code extends object>(load: () => Promise<Code>, options: LayerOptions) {
  const { isOpen, onOpenChange, buttonRef, isPressed = () => true } = options;
  const ownRef = useRef<HTMLButtonElement>(null);
  const button = buttonRef ?? ownRef;
  const id = useId();
  const [code, setCode] = useState<Code>();
  const reportFault = useContext(LoadFaultContext);

  const preload = () => void load().then(setCode, noop);
  const fail = useEffectEvent(() => {
    onOpenChange(false);
    if (isPressed()) reportFault();
  });
  const loadNow = useEffectEvent(() => void load().then(setCode, fail));
  useEffect(() => {
    if (isOpen) loadNow();
  }, [isOpen]);

  return {
    code,
    /** Loads the code before it is needed. */
    reach: preload,
    /** A second press while the code loads does not close the layer. */
    toggle: () => onOpenChange(!isOpen || !code),
    buttonProps: {
      ref: button,
      "aria-expanded": isOpen,
      "aria-controls": isOpen && code ? id : undefined,
      "data-opening": isOpen && !code ? "" : undefined,
      onPointerEnter: preload,
      onFocus: preload,
    },
    layer: { id, button, isOpen, onOpenChange },
  };
}

/** A failed preload is retried when the code is needed. */
const noop = () => undefined;
