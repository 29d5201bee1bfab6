"use client";

import { useEffect, useState } from "react";
import { useAnnounce } from "@/components/ui/page/live-region";
import { useNow } from "@/components/ui/time/use-now";
import type { Problem } from "@/lib/contract/problem";
import { SignInNote } from "./sign-in-frame";

/** Why signing in failed. A wait counts down, and says so aloud once a minute. */
export function GateProblem({ problem, until }: { problem: Problem; until: number | undefined }) {
  const left = useSecondsLeft(until);
  useSayEachMinute(left);
  return (
    <SignInNote tone="fault" role={until === undefined ? "alert" : undefined}>
      {until === undefined ? problem.message : sentence(left)}
    </SignInNote>
  );
}

/** When a refused person may try again, by this browser's clock; undefined where there is nothing to wait for. */
export function useWaitUntil(problem: Problem | null) {
  const [wait, setWait] = useState<{ of: Problem; until: number }>();
  useEffect(() => {
    const seconds = problem?.code === "too_many_tries" ? problem.retryAfterSeconds : undefined;
    setWait(problem && seconds !== undefined ? { of: problem, until: Date.now() + seconds * 1000 } : undefined);
  }, [problem]);
  return wait?.of === problem ? wait?.until : undefined;
}

export function useSecondsLeft(until: number | undefined) {
  const now = useNow();
  return until === undefined || now === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}

function sentence(left: number) {
  if (left === 0) return "You can try again now.";
  const minutes = Math.floor(left / 60);
  return `Too many tries. Wait ${minutes > 0 ? `${minutes} min ` : ""}${left % 60} s.`;
}

function useSayEachMinute(left: number) {
  const announce = useAnnounce();
  const minutes = Math.ceil(left / 60);
  useEffect(() => {
    if (minutes > 0) announce(`Too many tries. Wait about ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`);
  }, [minutes, announce]);
}
