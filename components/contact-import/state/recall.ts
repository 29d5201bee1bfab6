import { problemIn } from "@/components/send/use-send-fault";
import { fetchRecallFile } from "@/lib/client/lists/recall-file";
import type { SessionAccess } from "./session-state";

/** The campaign whose people are called again, and their results, as the address names them. */
export type Recall = { again: string; results: string };

/** Opens the list of people to call again. A list or draft of the campaign is never replaced by it. */
export function openRecall(session: SessionAccess, { again, results }: Recall): () => void {
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
