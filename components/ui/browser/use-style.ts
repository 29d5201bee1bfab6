import { useLayoutEffect, useRef } from "react";

/** Sets dynamic styles through the CSSOM, because our content security policy blocks style attributes. */
export function useStyle<T extends HTMLElement | SVGElement>(properties: Record<string, string>) {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(properties)) ref.current?.style.setProperty(name, value);
  });
  return ref;
}
