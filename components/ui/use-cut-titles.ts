"use client";

import { useEffect } from "react";

/**
 * Gives what is cut short its whole text as a title, once somebody points at it or focus reaches it: what fits needs none,
 * and what fits is known only by then. `data-title` names a text that is longer than the one shown.
 */
export function useCutTitles() {
  useEffect(() => {
    const onPoint = ({ target }: Event) => target instanceof Element && giveTitles(target);
    document.addEventListener("pointerover", onPoint);
    document.addEventListener("focusin", onPoint);
    return () => {
      document.removeEventListener("pointerover", onPoint);
      document.removeEventListener("focusin", onPoint);
    };
  }, []);
}

const reach = 5;

function giveTitles(target: Element) {
  let each: Element | null = target;
  for (let step = 0; step < reach && each instanceof HTMLElement; step += 1, each = each.parentElement) {
    if (each.title !== "" && each.dataset.cut === undefined) return;
    const whole = each.dataset.title ?? (isCut(each) ? each.textContent : undefined);
    if (whole) {
      each.title = whole;
      each.dataset.cut = "";
      return;
    }
    if (each.dataset.cut !== undefined) each.removeAttribute("title");
  }
}

function isCut(element: HTMLElement) {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  if (textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth) return true;
  return webkitLineClamp !== "none" && webkitLineClamp !== "" && element.scrollHeight > element.clientHeight;
}
