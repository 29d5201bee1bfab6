import { useEffect, useRef, useState } from "react";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { againParam } from "@/lib/client/lists/recall-file";
import type { ImportSession } from "./import-session";
import { type ImportStep, isPlain, isReadCertain } from "./import-state";
import type { SessionState } from "./session-state";

export type Steps = {
  step: ImportStep;
  go: (step: ImportStep) => void;
  /** Opens the review, or the upload at once if there is nothing to decide. */
  check: () => void;
};

/** The step to show, and the ways between steps. A file with nothing to look at goes on by itself. */
export function useSteps(session: ImportSession, { list, chosen }: SessionState, addressStep: ImportStep): Steps {
  const { get, set } = useUrlState();
  // A list of people to call again has no columns to match: only what is to decide is shown.
  const [isAsked, setIsAsked] = useState(get(againParam) !== undefined);
  const checked = list.step === "open" && list.checked?.plan === list.plan ? list.checked : undefined;
  const isNew = list.step === "open" && list.file === chosen;
  const isCertain = isNew && addressStep === "columns" && isReadCertain(list);
  const isDue = isAsked && addressStep === "review" && checked !== undefined;
  const isSkipped = isDue && isPlain(checked.report);

  useEffect(() => {
    if (isCertain) {
      setIsAsked(true);
      set({ step: "review" });
    } else if (isNew) session.update({ chosen: undefined });
  }, [isCertain, isNew, session, set]);

  useEffect(() => {
    if (isSkipped) set({ step: "upload" }, { replaces: true });
    else if (isDue || addressStep === "upload") setIsAsked(false);
  }, [isDue, isSkipped, addressStep, set]);

  return {
    step: isSkipped ? "upload" : isCertain ? "review" : addressStep,
    go: (next) => set({ step: next === "columns" ? undefined : next }),
    check() {
      session.dispatch({ kind: "end-forgotten" });
      setIsAsked(true);
      set({ step: "review" });
    },
  };
}

/**
 * Moves focus to the heading of a new step, except on first render. A step may also replace its heading, for example once
 * the check ends. Focus on the removed heading would fall back to the body, so it moves to the new one.
 */
export function useStepFocus(step: string) {
  const before = useRef<{ step: string; heading: HTMLElement | null }>(undefined);
  useEffect(() => {
    const last = before.current;
    const heading = document.getElementById("import-step");
    // A step without its heading is still loading.
    before.current = { step: last && !heading ? last.step : step, heading };
    if (!last) return;
    const isLost = last.heading !== heading && document.activeElement === document.body;
    if (last.step !== step || isLost) heading?.focus();
  });
}
