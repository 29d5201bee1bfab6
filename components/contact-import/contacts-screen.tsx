"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { type ImportState, type ImportStep, importSteps } from "@/components/contact-import/state/import-state";
import { type DraftState, useDraft } from "@/components/contact-import/state/use-draft";
import { type Import, useImport } from "@/components/contact-import/state/use-import";
import { type SendList, useSendList } from "@/components/contact-import/state/use-send-list";
import { whoAnswered } from "@/components/query/problem-messages";
import { useSaved } from "@/components/query/use-saved";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { Notice } from "@/components/ui/page/notice";
import { PageHead } from "@/components/ui/page/page-head";
import { read } from "@/lib/client/query";
import type { ContactEngine, CountryChoice } from "@/lib/contacts/engine";
import { type StartedEngine, startEngine } from "@/lib/contacts/start-engine";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { idToPath } from "@/lib/contract/identifier";
import { Problem } from "@/lib/contract/problem";
import { titleOf } from "@/lib/contract/record-title";
import { formatBytes, formatCount } from "@/lib/format/format-count";
import { ImportWizard, isNameless } from "./import-wizard";
import { LeaveQuestion } from "./leave-question";

/** One contact list for one campaign: choose, match, review, send, and read the answer whole. */
export function ContactsScreen({ campaign_id }: { campaign_id: string }) {
  const campaign = useQuery(read(getCampaign, { campaign_id }));
  const saved = useSaved("campaigns", campaign_id);
  const name = titleOf(campaign.data?.value.data) ?? saved?.label ?? undefined;
  const { get, set } = useUrlState();
  const { engine, countries, failure } = useEngine();
  const [isChecking, setIsChecking] = useState(false);
  const list = useImport({ engine, isChecking });
  const { draft, forgetDraft } = useDraft({ campaign_id, list, isReady: engine !== undefined });
  const sending = useSendList({ campaign_id, onAnswered: forgetDraft });
  const step = stepAt(get("step"), list, sending);
  const hasEnded = sending.answer !== undefined || sending.end !== undefined;
  const isAnswered = sending.answer !== undefined;

  useEffect(() => setIsChecking(step !== "file" && step !== "columns"), [step]);
  useEffect(() => {
    if (hasEnded) set({ step: "result" }, { replaces: true });
  }, [hasEnded, set]);

  const { onFile: open } = list;
  const { forget } = sending;
  const onFile = useCallback(
    (file: File) => {
      forget();
      // Another list begins at its first step, wherever the address stood.
      set({ step: undefined }, { replaces: true });
      open(file);
    },
    [open, set, forget],
  );

  function again() {
    sending.forget();
    list.onForget();
    forgetDraft();
    set({ step: undefined });
  }

  const { file, past } = list.state;
  return (
    <>
      <PageHead
        title="Import contacts"
        crumbs={[
          { label: "Campaigns", href: "/campaigns" },
          { label: name ?? campaign_id, href: `/campaigns/${idToPath(campaign_id)}` },
        ]}
        meta={
          <ImportMeta
            state={list.state}
            draft={draft}
            isAnswered={isAnswered}
            isPastReview={step === "upload" || step === "result"}
          />
        }
        actions={step !== "file" && !sending.isSending && <Button onClick={again}>Choose another file</Button>}
      />
      {campaign.error instanceof Problem && <CampaignDoubt problem={campaign.error} />}
      {failure !== undefined && (
        <Notice tone="fault" className="m-4" role="alert">
          <p>{failure}</p>
        </Notice>
      )}
      <ImportWizard
        {...{ campaign_id, engine, countries, list, sending, step, onFile }}
        campaignName={name}
        onAgain={again}
      />
      <LeaveQuestion
        isOn={!isAnswered && !sending.isSending && file.step === "open" && past.length > 0}
        hasSent={hasEnded}
        isKept={draft === "kept"}
      />
    </>
  );
}

/** The step of the address, or the last one before it that there is anything for. */
function stepAt(asked: string | undefined, { state }: Import, { answer, end, isSending }: SendList): ImportStep {
  const wanted = importSteps.find((each) => each === asked) ?? "file";
  if (isSending) return "upload";
  if (wanted === "result" && (answer || end)) return "result";
  const { file, plan } = state;
  if (wanted === "file" || file.step !== "open" || !plan) return "file";
  const isMatched = plan.mapping.phone >= 0 && (plan.mapping.name.length > 0 || isNameless(plan));
  if (wanted === "columns" || !isMatched) return "columns";
  return wanted === "result" ? "upload" : wanted;
}

function CampaignDoubt({ problem }: { problem: Problem }) {
  return (
    <Notice tone="wait" className="m-4">
      <p>
        {problem.code === "not_found"
          ? "The API answers that there is no campaign with this ID."
          : `The campaign could not be read: ${whoAnswered(problem)}.`}
      </p>
    </Notice>
  );
}

type ImportMetaProps = { state: ImportState; draft: DraftState; isAnswered: boolean; isPastReview: boolean };

/** The file under the page's title, and what became of it so far. */
function ImportMeta({ state, draft, isAnswered, isPastReview }: ImportMetaProps) {
  const { file, checked } = state;
  if (file.step === "none") return <span className="text-ink-3">Nothing is sent before you press the last button</span>;
  const isOpen = !isAnswered && file.step === "open";
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <Icon name="file" />
        <span>{file.file.name}</span>
      </span>
      {checked && <span>{formatCount(checked.report.rows)} rows</span>}
      <span>{formatBytes(file.file.size)}</span>
      {!isPastReview && <span className="text-ink-3">Nothing is sent before the last step</span>}
      {isOpen && draft === "kept" && (
        <span className="text-ink-3">Kept in this browser for a day, until it is sent or you sign out</span>
      )}
      {isOpen && draft === "not-kept" && (
        <span className="text-ink-3">Not kept in this browser: a reload loses what you decided</span>
      )}
    </>
  );
}

type EngineState = {
  engine: ContactEngine | undefined;
  countries: readonly CountryChoice[];
  /** Why this browser cannot read files here. */
  failure: string | undefined;
};

const noEngine: EngineState = { engine: undefined, countries: [], failure: undefined };

/** One engine for as long as the page is open: its thread is started before a file is chosen. */
function useEngine(): EngineState {
  const [state, setState] = useState(noEngine);

  useEffect(() => {
    let started: StartedEngine | undefined;
    let hasLeft = false;
    const fail = (error: unknown) => !hasLeft && setState({ ...noEngine, failure: wordsOf(error) });
    try {
      const engine = startEngine();
      started = engine;
      setState({ ...noEngine, engine });
      engine.countries().then((countries) => !hasLeft && setState({ engine, countries, failure: undefined }), fail);
    } catch (error) {
      fail(error);
    }
    return () => {
      hasLeft = true;
      started?.end();
    };
  }, []);

  return state;
}

const wordsOf = (error: unknown) =>
  error instanceof Error && error.name === "Problem"
    ? error.message
    : "This browser does not let the page read files on a thread of its own. Try another browser.";
