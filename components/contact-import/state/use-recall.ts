import { useEffect, useState } from "react";
import { useMe } from "@/components/query/use-me";
import { problemIn } from "@/components/send/use-send-fault";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { againParam, fetchRecallFile, resultsParam } from "@/lib/client/lists/recall-file";
import { readDraft } from "@/lib/contacts/draft";
import type { Problem } from "@/lib/contract/problem";
import { importOf } from "./import-store";

type RecallInput = { campaign_id: string; isReady: boolean; onFile: (file: File) => void };

/** Opens the list of people to call again that the URL names. A draft of the campaign is never replaced by it. */
export function useRecall({ campaign_id, isReady, onFile }: RecallInput) {
  const { id: personId } = useMe();
  const { get } = useUrlState();
  const [again, results] = [get(againParam), get(resultsParam)];
  const [problem, setProblem] = useState<Problem>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches the list again
  useEffect(() => {
    if (!isReady || again === undefined || results === undefined) return;
    const controller = new AbortController();
    const isFree = () => !controller.signal.aborted && importOf(campaign_id).list.step === "none";
    async function open(source: string, chosen: string) {
      if (await readDraft({ personId, campaign_id })) return;
      const file = await fetchRecallFile({ campaign_id: source, results: chosen }, controller.signal);
      if (isFree()) onFile(file);
    }
    setProblem(undefined);
    if (isFree())
      open(again, results).catch((error: unknown) => !controller.signal.aborted && setProblem(problemIn(error)));
    return () => controller.abort();
  }, [isReady, again, results, campaign_id, personId, onFile, attempt]);

  return { isRecall: again !== undefined, problem, retry: () => setAttempt(attempt + 1) };
}
