"use client";

import { useEffect, useRef } from "react";
import { useAnnounce } from "@/components/ui/live-region";
import { count } from "./count";

const QUIET_MS = 10_000;

/** Says that entries came or changed, at most once in ten seconds. */
export function useTailNews(changed: number, isTailing: boolean) {
  const announce = useAnnounce();
  const saidAt = useRef(0);
  useEffect(() => {
    if (!isTailing || changed === 0 || Date.now() - saidAt.current < QUIET_MS) return;
    saidAt.current = Date.now();
    announce(`${count(changed, "log entry is", "log entries are")} new or changed`);
  }, [changed, isTailing, announce]);
}
