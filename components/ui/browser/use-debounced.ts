import { useEffect, useRef } from "react";

/** Debounces calls. A pending call is dropped on unmount. */
export function useDebounced<Value>(act: (value: Value) => void, delayMs: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (value: Value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => act(value), delayMs);
  };
}
