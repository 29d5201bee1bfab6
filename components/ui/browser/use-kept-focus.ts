import { useEffect } from "react";

const waitMs = 100;

/**
 * Whoever works by keyboard stays on the page: when what had the focus goes and nothing else takes it, the head of the page
 * does. No control does, so that a key that is pressed once more sends nothing.
 */
export function useKeptFocus() {
  useEffect(() => {
    let focused: Element | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : undefined;
    };
    // Somebody let go of it; what goes away by itself is no longer there by then.
    const onBlur = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === focused && focused?.isConnected) focused = undefined;
      });
    const look = () => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      clearTimeout(timer);
      timer = setTimeout(look, waitMs);
    });
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onBlur);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", onBlur);
    };
  }, []);
}
