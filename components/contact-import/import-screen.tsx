import { type ReactNode, useEffect, useState } from "react";
import {
  chooseCampaign,
  dispatchImport,
  noCampaign,
  useImportState,
} from "@/components/contact-import/state/dispatch-import";
import {
  hasEnded,
  hasTyped,
  hasUnsavedRows,
  type ImportState,
  type ImportStep,
  isAnswered,
  isDraftStored,
  isWorkedOn,
  stepOf,
} from "@/components/contact-import/state/import-state";
import { useDraft } from "@/components/contact-import/state/use-draft";
import type { DraftLock } from "@/components/contact-import/state/use-draft-lock";
import { useCheck, useImport } from "@/components/contact-import/state/use-import";
import { useRecall } from "@/components/contact-import/state/use-recall";
import { useSendList } from "@/components/contact-import/state/use-send-list";
import { useEngine } from "@/components/list-file/use-engine";
import { useGo } from "@/components/ui/browser/use-go";
import { useLeaveGuard } from "@/components/ui/browser/use-leave-guard";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { Notice } from "@/components/ui/page/notice";
import { PageHead, type PageHeadProps } from "@/components/ui/page/page-head";
import { againParam, resultsParam } from "@/lib/client/lists/recall-file";
import { idToPath } from "@/lib/contract/identifier";
import { formatBytes } from "@/lib/format/format-count";
import { ImportWizard } from "./import-wizard";
import { type Discarded, DiscardQuestion, LeaveQuestion } from "./leave-question";
import { RecallNotice } from "./recall-notice";

const noRecall = { [againParam]: undefined, [resultsParam]: undefined };

type ImportScreenProps = {
  /** `noCampaign` if none is chosen yet. */
  campaign_id: string;
  campaignName?: string | undefined;
  title: Pick<PageHeadProps, "crumbs" | "actions" | "children">;
  /** Notices about the campaign. Hidden once the list is sent. */
  notices?: ReactNode;
};

export function ImportScreen({ campaign_id, campaignName, title, notices }: ImportScreenProps) {
  const { set } = useUrlState();
  const go = useGo();
  const { engine, countries, failure, state, step, actions, draft, send, recall } = useListImport(
    campaign_id,
    campaignName,
  );
  const { list, sending } = state;
  const isSending = sending?.step === "sending";
  const isSent = hasEnded(state);
  const isAtWork = isWorkedOn(state);
  const { confirmIf, discardQuestion } = useDiscard(isSent);

  function openFile(file: File) {
    dispatchImport(campaign_id, { kind: "end-forgotten" });
    // A reload must not restore the previous file.
    if (state.draft) void draft.forget();
    // A new list starts at the first step, whatever step the URL has.
    set({ step: undefined, ...noRecall }, { replaces: true });
    void actions.onFile(file);
  }

  function startOver() {
    dispatchImport(campaign_id, { kind: "end-forgotten" });
    actions.onForget();
    void draft.forget();
    set({ step: undefined, ...noRecall });
  }

  async function onCampaign(id: string) {
    const other = await draft.draftOf(id);
    confirmIf(other !== undefined, { file: other?.file.name ?? "", rows: other?.work.rows }, () => {
      chooseCampaign(id);
      void draft.forget();
      go(`/campaigns/${idToPath(id)}/contacts?step=upload`);
    });
  }

  const onStartOver = () => confirmIf(isAtWork, "list", startOver);
  const changeReading = (act: () => void) => confirmIf(hasTyped(list), "rows", act);

  return (
    <>
      <PageHead
        title="Import contacts"
        {...title}
        meta={
          (campaign_id !== noCampaign || list.step !== "none") && <ImportMeta {...{ state, step }} lock={draft.lock} />
        }
        actions={
          step === "file"
            ? title.actions
            : !isSending && !isAnswered(state) && <Button onClick={onStartOver}>Choose another file</Button>
        }
      >
        {list.step === "none" && title.children}
      </PageHead>
      {!isSending && !isSent && notices}
      {!isSending && !isSent && <RecallNotice recall={recall} list={list} />}
      {failure !== undefined && (
        <Notice tone="fault" className="m-4" role="alert">
          <p>{failure}</p>
        </Notice>
      )}
      <ImportWizard
        {...{ campaign_id, engine, countries, state, step, actions }}
        campaignName={campaignName}
        onFile={(file) => confirmIf(isAtWork, "list", () => openFile(file))}
        onFormat={(format) => changeReading(() => void actions.onFormat(format))}
        onSheet={(sheet) => changeReading(() => void actions.onSheet(sheet))}
        onSend={send}
        onStartOver={onStartOver}
        onCampaign={onCampaign}
      />
      <LeaveQuestion
        isOn={isAtWork}
        hasSent={isSent}
        isStored={isDraftStored(state) === true && draft.lock?.isOwn !== false}
      />
      {discardQuestion}
    </>
  );
}

function useListImport(campaign_id: string, campaignName: string | undefined) {
  const { get, set } = useUrlState();
  const started = useEngine();
  const { engine } = started;
  const state = useImportState(campaign_id);
  const { list, sending } = state;
  const step = stepOf(state, get("step"));
  const actions = useImport(campaign_id, engine);
  const isMapped = list.step === "open" && list.plan.mapping.phone >= 0;
  useCheck({ campaign_id, engine, list, isOn: step !== "file" && isMapped });
  const draft = useDraft({
    ...{ campaign_id, list, sending, onFile: actions.onFile },
    isAnswered: isAnswered(state),
    isOnResult: get("step") === "result",
    isReady: engine !== undefined,
  });
  const recall = useRecall({ campaign_id, isReady: engine !== undefined, onFile: actions.onFile });
  const send = useSendList({ campaign_id, campaignName, onAnswered: draft.forget });
  useLeaveGuard(hasUnsavedRows(state));

  // The upload may finish while another page is open, so the step in the URL is updated here.
  const isEnded = sending !== undefined && sending.step !== "sending";
  useEffect(() => {
    if (isEnded) set({ step: "result" }, { replaces: true });
  }, [isEnded, set]);

  return { ...started, state, step, actions, draft, send, recall };
}

function useDiscard(hasSent: boolean) {
  const [pending, setPending] = useState<{ discards: Discarded; act: () => void }>();
  const confirmIf = (isNeeded: boolean, discards: Discarded, act: () => void) =>
    isNeeded ? setPending({ discards, act }) : act();
  const discardQuestion = pending && (
    <DiscardQuestion
      hasSent={hasSent}
      discards={pending.discards}
      onConfirm={() => {
        setPending(undefined);
        pending.act();
      }}
      onClose={() => setPending(undefined)}
    />
  );
  return { confirmIf, discardQuestion };
}

type ImportMetaProps = { state: ImportState; step: ImportStep; lock: DraftLock | undefined };

function ImportMeta({ state, step, lock }: ImportMetaProps) {
  const { list } = state;
  if (list.step === "none")
    return <span className="text-ink-3">Nothing is uploaded until you press the last button</span>;
  const isDraft = list.step === "open" && !isAnswered(state);
  const isSaved = isDraft ? lock?.isOwn !== false && isDraftStored(state) : undefined;
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <Icon name="file" />
        <span>{list.file.name}</span>
      </span>
      <span>{formatBytes(list.file.size)}</span>
      {step !== "upload" && step !== "result" && (
        <span className="text-ink-3">Nothing is uploaded until the last step</span>
      )}
      {lock?.isShared && (
        <span className="text-wait-ink" role="status">
          A list for this campaign is open in another tab, too: changes are saved only {lock.isOwn ? "here" : "there"}
        </span>
      )}
      {isSaved === true && <span className="text-ink-3">Draft saved in this browser for 24 hours</span>}
      {isSaved === false && !lock?.isShared && (
        <span className="text-ink-3">Not saved in this browser: a reload loses your changes</span>
      )}
    </>
  );
}
