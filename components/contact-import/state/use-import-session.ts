import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useMe } from "@/components/query/use-me";
import { problemIn } from "@/components/send/use-send-fault";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { useToast } from "@/components/ui/overlay/toast";
import { useAnnounce } from "@/components/ui/page/live-region";
import { againParam, fetchRecallFile, resultsParam } from "@/lib/client/lists/recall-file";
import { idToPath } from "@/lib/contract/identifier";
import { type ImportSession, sessionOf } from "./import-session";
import { type ImportStep, isPlain, isReadCertain, stepOf } from "./import-state";
import type { SendEnvironment } from "./send-list";
import { emptySession, type SessionState } from "./session-state";

/** The session of a campaign, while its page is open. */
export function useImportSession(campaign_id: string) {
  const { get, set } = useUrlState();
  const { id: personId } = useMe();
  const client = useQueryClient();
  const tell = useTell(campaign_id);
  const session = useMemo(() => sessionOf(campaign_id), [campaign_id]);
  const state = useSyncExternalStore(
    session.subscribe,
    () => session.state,
    () => emptySession,
  );
  const address = get("step");
  const [isAtUpload] = useState(address === "upload" || address === "result");

  useEffect(() => session.enter({ personId, isAtUpload, client, tell }), [session, personId, isAtUpload, client, tell]);

  // The upload may finish while another page is open, so the step in the URL is updated here.
  const isSent = state.sending !== undefined && state.sending.step !== "sending";
  useEffect(() => {
    if (isSent) set({ step: "upload" }, { replaces: true });
  }, [isSent, set]);

  return { session, state, step: stepOf(state, address), recall: useRecall(session, state.recallProblem) };
}

export type ImportSessionNow = ReturnType<typeof useImportSession>;

/** Opens the people to call again that the URL names. */
function useRecall(session: ReturnType<typeof sessionOf>, problem: Error | undefined) {
  const { get } = useUrlState();
  const [again, results] = [get(againParam), get(resultsParam)];
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches the list again
  useEffect(
    () => (again === undefined || results === undefined ? undefined : openRecall(session, again, results)),
    [session, again, results, attempt],
  );
  return { source: again, problem, retry: () => setAttempt(attempt + 1) };
}

/** Opens the list of people to call again. A list or draft of the campaign is never replaced by it. */
function openRecall(session: ImportSession, again: string, results: string): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const isFree = () => !signal.aborted && session.state.list.step === "none";
  async function open() {
    if (!isFree() || (await session.draftOf(session.campaign_id))) return;
    const file = await fetchRecallFile({ campaign_id: again, results }, signal);
    if (isFree()) session.openChosen(file);
  }
  session.update({ recallProblem: undefined });
  open().catch((error: unknown) => !signal.aborted && session.update({ recallProblem: problemIn(error) }));
  return () => controller.abort();
}

/** The page of the import shows its result itself. A notification would only cover it, so there it is read aloud. */
function useTell(campaign_id: string): SendEnvironment["tell"] {
  const toast = useToast();
  const announce = useAnnounce();
  return useCallback(
    (message) => {
      const isHere = location.pathname === `/campaigns/${idToPath(campaign_id)}/contacts`;
      if (isHere) announce(`${message.title}. ${message.body}`);
      else toast(message);
    },
    [toast, announce, campaign_id],
  );
}

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
