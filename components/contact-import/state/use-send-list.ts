import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeptRows, sendLeftOut } from "@/components/contact-import/upload/keep-left-out";
import { type UploadEnd, unrecorded, uploadMessage } from "@/components/contact-import/upload/outcome-messages";
import { problemIn } from "@/components/send/use-send-fault";
import { askBeforeUnload } from "@/components/ui/browser/use-leave-guard";
import { percentOf } from "@/components/ui/charts/progress";
import { useToast } from "@/components/ui/overlay/toast";
import { useAnnounce } from "@/components/ui/page/live-region";
import { type Answer, readAnswer } from "@/lib/client/answer";
import { write } from "@/lib/client/query";
import { type UploadProgress, upload } from "@/lib/client/upload";
import { answerMessage } from "@/lib/client/upload-answer";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { beginImport, finishImport, listImports } from "@/lib/contract/console/imports";
import { idToPath } from "@/lib/contract/identifier";
import type { InputOf } from "@/lib/contract/inputs";
import { resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { uploadCounts } from "@/lib/contract/upload-counts";
import { dispatchImport } from "./dispatch-import";
import { importOf } from "./import-store";
import type { ListToSend, SendingAction } from "./sending-state";

type SendListInput = { campaign_id: string; campaignName: string | undefined; onAnswered: () => void };

/**
 * Sends a list in one request. The journal records it before the upload and again with its outcome. The upload continues
 * while other pages are open and is never retried automatically.
 */
export function useSendList({ campaign_id, campaignName, onAnswered }: SendListInput) {
  const tellElsewhere = useTellElsewhere(campaign_id);
  const client = useQueryClient();
  const begin = useMutation(write(beginImport));
  const finish = useMutation(write(finishImport));
  const dispatch = (action: SendingAction) => dispatchImport(campaign_id, action);

  async function sendFile({ file, entry }: ListToSend, signal: AbortSignal): Promise<Answer<unknown>> {
    const startedMs = performance.now();
    const onProgress = (now: UploadProgress) =>
      dispatch({ kind: "sent", sent: { ...now, startedMs, nowMs: performance.now() } });
    onProgress({ sentBytes: 0, totalBytes: file.size });
    const options = { file, chosenName: entry.file_name, onProgress, signal };
    return readAnswer(uploadContacts, await upload(uploadContacts, { campaign_id }, options));
  }

  async function keepRows(import_id: string, list: ListToSend, raw: unknown) {
    const dispatchRows = (keptRows: KeptRows) => dispatch({ kind: "rows-kept", list, keptRows });
    if (list.leftOut > 0) dispatchRows({ step: "sending" });
    const keptRows = await Promise.resolve(list.writeLeftOut?.(raw))
      .then((written) => sendLeftOut(import_id, written))
      .catch((): KeptRows => ({ step: "failed" }));
    dispatchRows(keptRows);
    await client.invalidateQueries({ queryKey: [resourceOf(listImports)] });
  }

  const mutation = useMutation({
    ...write(uploadContacts),
    mutationFn: async ({ list, abortController }: SendInput) => {
      const { value } = await begin.mutateAsync(list.entry).catch(notBegun);
      dispatch({ kind: "begun", import_id: value.data.id });
      const note = (ending: Omit<InputOf<typeof finishImport>, "import_id">) =>
        finish.mutateAsync({ import_id: value.data.id, ...ending }).catch(() => dispatch({ kind: "journal-failed" }));
      try {
        const answer = await sendFile(list, abortController.signal);
        await note({ outcome: "ok", status: answer.status, accepted: uploadCounts(answer.raw)?.accepted ?? null });
        void keepRows(value.data.id, list, answer.raw);
        return answer;
      } catch (error) {
        await note(auditOutcomeOf(endOf(campaign_id, error)));
        throw error;
      }
    },
    onSuccess: (answer, { list: { entry } }) => {
      onAnswered();
      dispatch({ kind: "answered", answer });
      const into = campaignName ?? "the campaign";
      const { raw, status } = answer;
      const { heading, sentences, kind } = answerMessage({ raw, status, sent: entry.rows, into });
      const body = [`From ${entry.file_name}.`, ...sentences].join(" ");
      tellElsewhere({
        title: heading,
        body,
        ...(kind === "short" || kind === "over" ? { tone: "wait" as const } : {}),
      });
    },
    onError: (error) => {
      const end = endOf(campaign_id, error);
      dispatch({ kind: "unanswered", end });
      const { heading, sentences } = uploadMessage(end);
      tellElsewhere({ tone: "fault", title: heading, body: sentences.join(" ") });
    },
    onSettled: (_answer, _error, { stopsAsking }) => stopsAsking(),
  });

  return (list: ListToSend) => {
    // A second press may come before the first one has rendered.
    if (sendingIn(campaign_id)) return;
    const abortController = new AbortController();
    dispatch({ kind: "sending", list, abortController });
    mutation.mutate({ campaign_id, list, abortController, stopsAsking: askBeforeUnload() });
  };
}

/** The page of the import shows its result itself. A notification would only cover it, so there it is read aloud. */
function useTellElsewhere(campaign_id: string) {
  const toast = useToast();
  const announce = useAnnounce();
  return (message: Parameters<typeof toast>[0]) => {
    const isHere = location.pathname === `/campaigns/${idToPath(campaign_id)}/contacts`;
    if (isHere) announce(`${message.title}. ${message.body}`);
    else toast(message);
  };
}

export const stopSending = (campaign_id: string) =>
  sendingIn(campaign_id)?.abortController.abort(
    new Problem("upstream-cut", "You stopped the upload.", { outcome: "unknown" }),
  );

function sendingIn(campaign_id: string) {
  const { sending } = importOf(campaign_id);
  return sending?.step === "sending" ? sending : undefined;
}

function endOf(campaign_id: string, error: unknown): UploadEnd {
  const { sent, abortController } = sendingIn(campaign_id) ?? {};
  const percent = percentOf({ sent: sent?.sentBytes ?? 0, total: sent?.totalBytes ?? 0 });
  return { problem: problemIn(error), percent, wasStopped: abortController?.signal.aborted ?? false };
}

type SendInput = { campaign_id: string; list: ListToSend; abortController: AbortController; stopsAsking: () => void };

/** Without a journal entry the list is not sent. */
function notBegun(error: unknown): never {
  throw unrecorded(problemIn(error));
}

function auditOutcomeOf({ problem, wasStopped }: UploadEnd) {
  const outcome = wasStopped ? "stopped" : problem.outcome === "refused" ? "refused" : "unknown";
  return { outcome, status: problem.upstream?.status ?? null, accepted: null } as const;
}
