import { type RefObject, useEffect } from "react";

/** What had focus is gone and something else stands in its place: its heading takes the focus, or else the page's. */
export function useArrivalFocus(heading?: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const at = document.activeElement;
    if (at !== null && at !== document.body) return;
    const target = heading?.current ?? document.querySelector<HTMLElement>("h1");
    target?.focus();
  }, [heading]);
}
