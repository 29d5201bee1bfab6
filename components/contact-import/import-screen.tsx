import { type ReactNode, useEffect, useState } from "react";
import { PageDrop } from "@/components/list-file/page-drop";
import { pickList } from "@/components/list-file/pick-list";
import { useGo } from "@/components/ui/browser/use-go";
import { useLeaveGuard } from "@/components/ui/browser/use-leave-guard";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { useToast } from "@/components/ui/overlay/toast";
import { Notice } from "@/components/ui/page/notice";
import { PageHead, type PageHeadProps } from "@/components/ui/page/page-head";
import { noCampaign } from "@/lib/client/lists/offered-file";
import { againParam, isRecallFile, resultsParam } from "@/lib/client/lists/recall-file";
import { idToPath } from "@/lib/contract/identifier";
import { formatBytes } from "@/lib/format/format-count";
import { ImportWizard } from "./import-wizard";
import { type Discarded, DiscardQuestion, LeaveQuestion } from "./leave-question";
import {
  hasEnded,
  hasTyped,
  hasUnsavedRows,
  type ImportStep,
  isAnswered,
  isDraftStored,
  isWorkedOn,
  type ListState,
} from "./state/import-state";
import type { SessionState } from "./state/session-state";
import { type ImportSessionNow, useImportSession, useSteps } from "./state/use-import-session";

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
  const toast = useToast();
  const { session, state, recall, ...address } = useImportSession(campaign_id);
  const steps = useSteps(session, state, address.step);
  const { list, sending, failure, lock } = state;
  const isSending = sending?.step === "sending";
  const isSent = hasEnded(state);
  const isAtWork = isWorkedOn(state);
  const { confirmIf, discardQuestion } = useDiscard(isSent);
  useLeaveGuard(hasUnsavedRows(state));

  function openFile(file: File) {
    // A new list starts at the first step, whatever step the URL has.
    set({ step: undefined, ...noRecall }, { replaces: true });
    session.openChosen(file);
  }

  function startOver() {
    session.startOver();
    set({ step: undefined, ...noRecall });
  }

  async function onCampaign(id: string) {
    const other = await session.draftOf(id);
    confirmIf(other !== undefined, { file: other?.file.name ?? "", rows: other?.work.rows }, () => {
      session.moveTo(id);
      go(`/campaigns/${idToPath(id)}/contacts?step=upload`);
    });
  }

  function onFile(file: File) {
    if (isSending)
      toast({ tone: "wait", title: "A list is being uploaded", body: "Choose the file once it has ended." });
    else confirmIf(isAtWork, "list", () => openFile(file));
  }
  const changeReading = (act: () => void) => confirmIf(hasTyped(list), "rows", act);
  useOfferedFile(state.offered, () => session.update({ offered: undefined }), onFile);

  return (
    <>
      <PageHead
        title="Import contacts"
        {...title}
        meta={
          (campaign_id !== noCampaign || list.step !== "none") && <ImportMeta {...{ state, lock }} step={steps.step} />
        }
        actions={
          list.step === "none"
            ? title.actions
            : !isSending && !isAnswered(state) && <Button onClick={() => pickList(onFile)}>Choose another file</Button>
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
        {...{ session, state, steps, campaignName, onFile, onCampaign }}
        onFormat={(format) => changeReading(() => void session.readAs(format))}
        onSheet={(sheet) => changeReading(() => void session.openSheet(sheet))}
        onStartOver={() => confirmIf(isAtWork, "list", startOver)}
      />
      <LeaveQuestion
        isOn={isAtWork}
        hasSent={isSent}
        isStored={isDraftStored(state) === true && lock?.isOwn !== false}
      />
      <PageDrop title="Drop the list to import it" onFile={onFile} />
      {discardQuestion}
    </>
  );
}

/** Opens a file that was chosen on another page, as if it was chosen here. */
function useOfferedFile(offered: File | undefined, onTaken: () => void, onFile: (file: File) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => {
    if (!offered) return;
    onTaken();
    onFile(offered);
  }, [offered]);
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

type ImportMetaProps = { state: SessionState; step: ImportStep; lock: SessionState["lock"] };

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
      {step !== "upload" && <span className="text-ink-3">Nothing is uploaded until the last step</span>}
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

type RecallNoticeProps = { recall: ImportSessionNow["recall"]; list: ListState };

/** Why a list of people to call again could not be opened. */
function RecallNotice({ recall: { source, problem, retry }, list }: RecallNoticeProps) {
  if (problem)
    return (
      <Notice tone="fault" className="m-4" role="alert" title="The list of people to call again was not made">
        <p>{problem.message}</p>
        <Button onClick={retry}>Try again</Button>
      </Notice>
    );
  if (source === undefined || list.step === "none" || isRecallFile(list.file)) return undefined;
  return (
    <Notice tone="wait" className="m-4">
      <p>
        {list.file.name} was already open for this campaign. Upload it or choose another file, and then press Call again
        once more.
      </p>
    </Notice>
  );
}
