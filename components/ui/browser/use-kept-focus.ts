import { useEffect } from "react";

const settleMs = 100;

/**
 * If the focused element is removed and no other gets the focus, moves it to the page heading. A heading is safe: pressing
 * the same key again triggers nothing.
 */
export function useKeptFocus() {
  useEffect(() => {
    let focused: Element | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : undefined;
    };
    // The user moved the focus away. A removed element is already disconnected here.
    const onBlur = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === focused && focused?.isConnected) focused = undefined;
      });
    const restoreFocus = () => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      clearTimeout(timer);
      timer = setTimeout(restoreFocus, settleMs);
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
