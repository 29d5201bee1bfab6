import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useAtRest } from "@/components/ui/browser/deferred";

type LayerOptions = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Ref to the button, for callers that must focus it. */
  buttonRef?: RefObject<HTMLButtonElement | null> | undefined;
};

/**
 * Connects a button with a layer whose code loads when the page is at rest, on hover, on focus, or at the latest on the
 * first press. If loading fails the layer closes, and the next hover, focus or press retries.
 */
export function useLayer<Code extends object>(load: () => Promise<Code>, options: LayerOptions) {
  const { isOpen, onOpenChange, buttonRef } = options;
  const ownRef = useRef<HTMLButtonElement>(null);
  const button = buttonRef ?? ownRef;
  const id = useId();
  const [code, setCode] = useState<Code>();

  const preload = () => void load().then(setCode, noop);
  const loadNow = useEffectEvent(() => void load().then(setCode, () => onOpenChange(false)));
  useEffect(() => {
    if (isOpen) loadNow();
  }, [isOpen]);
  useAtRest(load);

  return {
    code,
    preload,
    /** A second press while the code loads does not close the layer. */
    toggle: () => onOpenChange(!isOpen || !code),
    buttonProps: {
      ref: button,
      "aria-expanded": isOpen,
      "aria-controls": isOpen && code ? id : undefined,
      onPointerEnter: preload,
      onFocus: preload,
    },
    layer: { id, button, isOpen, onOpenChange },
  };
}

/** A failed preload is retried when the code is needed. */
const noop = () => undefined;
