import { useEffect } from "react";
import type { Load } from "./on-intent";

/** Rows that open a record. */
export const rows = "tr[data-opens]";
/** Checkboxes that select rows. */
export const rowBoxes = "main table input[type=checkbox]";
/** Search and filters of the webhook log. */
export const filterBar = "main input[aria-keyshortcuts=F], main [aria-haspopup=dialog]";

/**
 * Loads code when a pointer, a finger or the focus reaches an element that matches `selector`. For what many elements open;
 * a single control takes `load`.
 */
export function useIntent(selector: string, load: Load | undefined) {
  useEffect(() => {
    if (!load) return;
    const onReach = ({ target }: Event) => {
      if (target instanceof Element && target.closest(selector)) void load().then(stop, noop);
    };
    const stop = () => {
      document.removeEventListener("pointerover", onReach);
      document.removeEventListener("focusin", onReach);
    };
    document.addEventListener("pointerover", onReach);
    document.addEventListener("focusin", onReach);
    return stop;
  }, [selector, load]);
}

/** A failed load is repeated by the next pointer, or by the press. */
const noop = () => undefined;
