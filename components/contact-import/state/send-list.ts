import type { MutationOptions, QueryClient } from "@tanstack/react-query";
import { type KeptRows, sendLeftOut } from "@/components/contact-import/upload/keep-left-out";
import { type UploadEnd, unrecorded, uploadMessage } from "@/components/contact-import/upload/outcome-messages";
import { problemIn } from "@/components/send/use-send-fault";
import { askBeforeUnload } from "@/components/ui/browser/use-leave-guard";
import { percentOf } from "@/components/ui/charts/progress";
import { readAnswer } from "@/lib/client/answer";
import { write } from "@/lib/client/query";
import { type UploadProgress, upload } from "@/lib/client/upload";
import { answerMessage } from "@/lib/client/upload-answer";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { beginImport, finishImport, listImports } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/inputs";
import { resourceOf } from "@/lib/contract/operation";
import { uploadCounts } from "@/lib/contract/upload-counts";
import type { ListToSend } from "./sending-state";
import type { SessionAccess } from "./session-state";

type Message = { title: string; body: string; tone?: "wait" | "fault" };

export type SendEnvironment = {
  client: QueryClient;
  /** Tells the person the outcome, on whatever page they are. */
  tell: (message: Message) => void;
};

type SendInput = SendEnvironment & { into: string; onAnswered: () => void };

/**
 * Sends a list in one request. The journal records it before the upload and again with its outcome. The upload continues
 * while other pages are open and is never retried automatically.
 */
export async function sendList(session: SessionAccess, list: ListToSend, input: SendInput) {
  const { campaign_id, dispatch } = session;
  const { client, tell, into, onAnswered } = input;
  const abortController = new AbortController();
  dispatch({ kind: "sending", list, abortController });
  const stopsAsking = askBeforeUnload();
  const { entry } = list;
  try {
    // Other actions on the campaign wait for it, because it is a write of the campaign.
    const mutationFn = () => uploaded(session, list, client, abortController.signal);
    const answer = await mutate(client, { ...write(uploadContacts), mutationFn }, { campaign_id });
    onAnswered();
    dispatch({ kind: "answered", answer });
    const { heading, sentences, kind } = answerMessage({ ...answer, sent: entry.rows, into });
    const tone = kind === "short" || kind === "over" ? ({ tone: "wait" } as const) : {};
    tell({ title: heading, body: [`From ${entry.file_name}.`, ...sentences].join(" "), ...tone });
  } catch (error) {
    const end = endOf(session, error);
    dispatch({ kind: "unanswered", end });
    const { heading, sentences } = uploadMessage(end);
    tell({ tone: "fault", title: heading, body: sentences.join(" ") });
  } finally {
    stopsAsking();
  }
}

async function uploaded(session: SessionAccess, list: ListToSend, client: QueryClient, signal: AbortSignal) {
  const { campaign_id, dispatch } = session;
  const { value } = await mutate(client, write(beginImport), list.entry).catch(notBegun);
  const import_id = value.data.id;
  dispatch({ kind: "begun", import_id });
  const note = (ending: Omit<InputOf<typeof finishImport>, "import_id">) =>
    mutate(client, write(finishImport), { import_id, ...ending }).catch(() => dispatch({ kind: "journal-failed" }));
  try {
    const startedMs = performance.now();
    const onProgress = (now: UploadProgress) =>
      dispatch({ kind: "sent", sent: { ...now, startedMs, nowMs: performance.now() } });
    onProgress({ sentBytes: 0, totalBytes: list.file.size });
    const options = { file: list.file, chosenName: list.entry.file_name, importId: import_id, onProgress, signal };
    const answer = readAnswer(uploadContacts, await upload(uploadContacts, { campaign_id }, options));
    await note({ outcome: "ok", status: answer.status, accepted: uploadCounts(answer.raw)?.accepted ?? null });
    void keepRows(session, list, { client, import_id, raw: answer.raw });
    return answer;
  } catch (error) {
    await note(auditOutcomeOf(endOf(session, error)));
    throw error;
  }
}

type RowsToKeep = { client: QueryClient; import_id: string; raw: unknown };

async function keepRows({ dispatch }: SessionAccess, list: ListToSend, { client, import_id, raw }: RowsToKeep) {
  const show = (keptRows: KeptRows) => dispatch({ kind: "rows-kept", list, keptRows });
  if (list.leftOut > 0) show({ step: "sending" });
  const keptRows = await Promise.resolve(list.writeLeftOut?.(raw))
    .then((written) => sendLeftOut(import_id, written))
    .catch((): KeptRows => ({ step: "failed" }));
  show(keptRows);
  await client.invalidateQueries({ queryKey: [resourceOf(listImports)] });
}

/** A write of the query cache, as `useMutation` makes it, but without a component. */
const mutate = <Output, Input>(
  client: QueryClient,
  options: MutationOptions<Output, Error, Input>,
  input: Input,
): Promise<Output> =>
  client
    .getMutationCache()
    .build<Output, Error, Input, unknown>(client, client.defaultMutationOptions(options))
    .execute(input);

function endOf({ state: { sending } }: SessionAccess, error: unknown): UploadEnd {
  const { sent, abortController } = sending?.step === "sending" ? sending : {};
  const percent = percentOf({ sent: sent?.sentBytes ?? 0, total: sent?.totalBytes ?? 0 });
  return { problem: problemIn(error), percent, wasStopped: abortController?.signal.aborted ?? false };
}

/** Without a journal entry the list is not sent. */
function notBegun(error: unknown): never {
  throw unrecorded(problemIn(error));
}

function auditOutcomeOf({ problem, wasStopped }: UploadEnd) {
  const outcome = wasStopped ? "stopped" : problem.outcome === "refused" ? "refused" : "unknown";
  return { outcome, status: problem.upstream?.status ?? null, accepted: null } as const;
}
