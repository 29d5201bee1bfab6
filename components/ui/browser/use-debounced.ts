"use client";

import { useEffect, useRef } from "react";

/** Acts once nothing newer was asked for a while, and not after the component is gone. */
export function useDebounced<Asked>(act: (asked: Asked) => void, restMs: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (asked: Asked) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => act(asked), restMs);
  };
}
