"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  hasTyped,
  hasUnsavedRows,
  type ImportState,
  type ImportStep,
  isAnswered,
  isDraftStored,
  isWorkedOn,
  stepOf,
} from "@/components/contact-import/state/import-state";
import { dispatchImport, useImportState } from "@/components/contact-import/state/import-store";
import { useDraft } from "@/components/contact-import/state/use-draft";
import type { DraftLock } from "@/components/contact-import/state/use-draft-lock";
import { useCheck, useImport } from "@/components/contact-import/state/use-import";
import { useSendList } from "@/components/contact-import/state/use-send-list";
import { useEngine } from "@/components/list-file/use-engine";
import { whoAnswered } from "@/components/query/problem-messages";
import { useSaved } from "@/components/query/use-saved";
import { useLeaveGuard } from "@/components/ui/browser/use-leave-guard";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { Notice } from "@/components/ui/page/notice";
import { PageHead } from "@/components/ui/page/page-head";
import { read } from "@/lib/client/query";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { titleOf } from "@/lib/contract/fields";
import { idToPath } from "@/lib/contract/identifier";
import { Problem } from "@/lib/contract/problem";
import { formatBytes } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { textIn } from "@/lib/format/json";
import { ImportWizard } from "./import-wizard";
import { type Discarded, DiscardQuestion, LeaveQuestion } from "./leave-question";

/** Imports one contact list into one campaign. */
export function ContactsScreen({ campaign_id }: { campaign_id: string }) {
  const campaign = useQuery(read(getCampaign, { campaign_id }));
  const saved = useSaved("campaigns", campaign_id);
  const record = campaign.data?.value.data;
  const name = titleOf(record) ?? saved?.label ?? undefined;
  const status = textIn(record?.status) ?? null;
  const { get, set } = useUrlState();
  const { engine, countries, failure } = useEngine();
  const state = useImportState(campaign_id);
  const { list, sending } = state;
  const step = stepOf(state, get("step"));
  const actions = useImport(campaign_id, engine);
  useCheck({
    campaign_id,
    engine,
    list,
    isOn: step !== "file" && list.step === "open" && list.plan.mapping.phone >= 0,
  });
  const draft = useDraft({
    campaign_id,
    list,
    sending,
    isAnswered: isAnswered(state),
    isOnResult: get("step") === "result",
    onFile: actions.onFile,
    isReady: engine !== undefined,
  });
  const send = useSendList({ campaign_id, campaignName: name, onAnswered: draft.forget });
  const isSending = sending?.step === "sending";
  const hasEnded = sending !== undefined && !isSending;
  const isAtWork = isWorkedOn(state);
  const { confirmIf, discardQuestion } = useDiscard(hasEnded);

  useLeaveGuard(hasUnsavedRows(state));

  // The upload may finish while another page is open, so the step in the URL is updated here.
  useEffect(() => {
    if (hasEnded) set({ step: "result" }, { replaces: true });
  }, [hasEnded, set]);

  function openFile(file: File) {
    dispatchImport(campaign_id, { kind: "end-forgotten" });
    // A reload must not restore the previous file.
    if (state.draft) void draft.forget();
    // A new list starts at the first step, whatever step the URL has.
    set({ step: undefined }, { replaces: true });
    void actions.onFile(file);
  }

  function startOver() {
    dispatchImport(campaign_id, { kind: "end-forgotten" });
    actions.onForget();
    void draft.forget();
    set({ step: undefined });
  }

  const onStartOver = () => confirmIf(isAtWork, "list", startOver);
  const changeReading = (act: () => void) => confirmIf(hasTyped(list), "rows", act);

  return (
    <>
      <PageHead
        title="Import contacts"
        crumbs={[
          { label: "Campaigns", href: "/campaigns" },
          { label: name ?? campaign_id, href: `/campaigns/${idToPath(campaign_id)}` },
        ]}
        meta={<ImportMeta {...{ state, step }} lock={draft.lock} />}
        actions={step !== "file" && !isSending && <Button onClick={onStartOver}>Choose another file</Button>}
      />
      <ImportNotices problem={campaign.error} status={sending ? null : status} failure={failure} />
      <ImportWizard
        {...{ campaign_id, engine, countries, state, step, actions }}
        campaignName={name}
        onFile={(file) => confirmIf(isAtWork, "list", () => openFile(file))}
        onFormat={(format) => changeReading(() => void actions.onFormat(format))}
        onSheet={(sheet) => changeReading(() => void actions.onSheet(sheet))}
        onSend={send}
        onStartOver={onStartOver}
      />
      <LeaveQuestion
        isOn={isAtWork}
        hasSent={hasEnded}
        isStored={isDraftStored(state) === true && draft.lock?.isOwn !== false}
      />
      {discardQuestion}
    </>
  );
}

/** Asks before an action that discards work on the list. */
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

type ImportNoticesProps = { problem: Error | null; status: string | null; failure: string | undefined };

/** `status`: of the campaign, null once the list is being sent. `failure`: why the engine could not start. */
function ImportNotices({ problem, status, failure }: ImportNoticesProps) {
  return (
    <>
      {problem instanceof Problem && (
        <Notice tone="wait" className="m-4">
          <p>
            {problem.code === "not_found"
              ? "The platform has no campaign with this ID."
              : `The campaign could not be read: ${whoAnswered(problem)}.`}
          </p>
        </Notice>
      )}
      {stageOf(status) === "ended" && (
        <Notice tone="wait" className="m-4">
          <p>The status of this campaign is {formatRaw(status)}: the platform may not accept more contacts.</p>
        </Notice>
      )}
      {failure !== undefined && (
        <Notice tone="fault" className="m-4" role="alert">
          <p>{failure}</p>
        </Notice>
      )}
    </>
  );
}

type ImportMetaProps = { state: ImportState; step: ImportStep; lock: DraftLock | undefined };

/** The file below the page title, and its state so far. */
function ImportMeta({ state, step, lock }: ImportMetaProps) {
  const { list, sending } = state;
  if (list.step === "none")
    return <span className="text-ink-3">Nothing is uploaded until you press the last button</span>;
  const isDraft = list.step === "open" && sending?.step !== "answered";
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
