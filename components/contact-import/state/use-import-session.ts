import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useMe } from "@/components/query/use-me";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { useToast } from "@/components/ui/overlay/toast";
import { useAnnounce } from "@/components/ui/page/live-region";
import { againParam, resultsParam } from "@/lib/client/lists/recall-file";
import { idToPath } from "@/lib/contract/identifier";
import { sessionOf } from "./import-session";
import { stepOf } from "./import-state";
import type { SendEnvironment } from "./send-list";
import { emptySession } from "./session-state";

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
    () => (again === undefined || results === undefined ? undefined : session.openRecall({ again, results })),
    [session, again, results, attempt],
  );
  return { source: again, problem, retry: () => setAttempt(attempt + 1) };
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
