"use client";

import { useEffect, useState } from "react";

const holdMs = 3_000;

export const isFirstRead = ({ data, error }: { data: unknown; error: unknown }) => data === undefined && !error;

/** Whether to hold back what would be pushed down by what is still read; a read that takes long holds it up no longer. */
export function useHold(isReading: boolean) {
  const [isOver, setIsOver] = useState(!isReading);
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setIsOver(true), holdMs);
    return () => clearTimeout(timer);
  }, [isOver]);
  return isReading && !isOver;
}
