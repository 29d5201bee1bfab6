"use client";

import { useEffect, useState } from "react";

/** Counts down to the moment a read is asked for again; it only tells, the query does it. */
export function RetryCountdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return <p className="note">{left > 0 ? `Reads again by itself in ${left} s.` : "Reading again…"}</p>;
}
