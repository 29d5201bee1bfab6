"use client";

import { type Ref, type RefObject, useLayoutEffect } from "react";

type StandInProps = {
  of: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement>;
  id?: string;
  "aria-controls"?: string | undefined;
};

/** Takes a trigger's or an anchor's place in a layer that was fetched later: the button itself stands in the page already. */
export function StandIn({ of, ref, id, "aria-controls": controls }: StandInProps) {
  useLayoutEffect(() => {
    give(ref, of.current);
    return () => give(ref, null);
  }, [ref, of]);

  useLayoutEffect(() => {
    const { current: button } = of;
    if (id && button) button.id ||= id;
    if (controls) button?.setAttribute("aria-controls", controls);
    else button?.removeAttribute("aria-controls");
  }, [of, id, controls]);

  return null;
}

function give(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null) {
  if (typeof ref === "function") ref(element);
  else if (ref) ref.current = element;
}
