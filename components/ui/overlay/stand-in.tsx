"use client";

import { type Ref, type RefObject, useLayoutEffect } from "react";

type StandInProps = {
  target: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement>;
  id?: string;
  "aria-controls"?: string | undefined;
};

/** Connects a lazily loaded Radix trigger or anchor to a button that is already rendered. */
export function StandIn({ target, ref, id, "aria-controls": controls }: StandInProps) {
  useLayoutEffect(() => {
    assignRef(ref, target.current);
    return () => assignRef(ref, null);
  }, [ref, target]);

  useLayoutEffect(() => {
    const { current: button } = target;
    if (id && button) button.id ||= id;
    if (controls) button?.setAttribute("aria-controls", controls);
    else button?.removeAttribute("aria-controls");
  }, [target, id, controls]);

  return null;
}

function assignRef(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null) {
  if (typeof ref === "function") ref(element);
  else if (ref) ref.current = element;
}
