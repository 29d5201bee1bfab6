"use client";

import { useLayoutEffect, useRef } from "react";

/** Sets dynamic sizes through the CSSOM: a style attribute in the served HTML is blocked by our content policy. */
export function useStyle<T extends HTMLElement | SVGElement>(properties: Record<string, string>) {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(properties)) ref.current?.style.setProperty(name, value);
  });
  return ref;
}
