import { useEffect, useRef, useState } from "react";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { type Comparison, compareList } from "@/lib/client/lists/compare-list";
import { againParam } from "@/lib/client/lists/recall-file";
import type { ContactEngine, KnownRows, Progress, Report, Written } from "@/lib/contacts/engine";
import type { SentAgain } from "@/lib/contract/console/contact-lists";

/** `report` counts the rows as they are sent, without those that the comparison left out. */
export type ReadyList = {
  comparison: Comparison;
  report: Report;
  written: Written;
  sendsAgain: readonly SentAgain[];
};

export type Prepared =
  | { step: "comparing"; rows: number }
  | { step: "preparing"; progress: Progress | undefined }
  | { step: "failed"; sentence: string }
  /** `isOld` while the file is written again for another choice. */
  | ({ step: "ready"; isOld: boolean } & ReadyList);

type PreparedInput = {
  engine: ContactEngine;
  campaign_id: string;
  fileName: string;
  checkId: Report["checkId"];
  sendsAgain: readonly SentAgain[];
  onCounted: (report: Report) => void;
};

export function usePrepared({ engine, campaign_id, fileName, checkId, sendsAgain, onCounted }: PreparedInput) {
  const recalls = useUrlState().get(againParam);
  const [attempt, setAttempt] = useState(0);
  const [latest, setLatest] = useState<{ comparedKey: string; key: string; prepared: Prepared }>();
  // Kept while the person chooses who is sent again.
  const compared = useRef<{ key: string; comparison: Comparison }>(undefined);
  const comparedKey = `${checkId} ${attempt}`;
  const key = `${comparedKey} ${sendsAgain.join(" ")}`;

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const set = (prepared: Prepared) =>
      !signal.aborted &&
      setLatest((before) =>
        prepared.step === "preparing" && before?.comparedKey === comparedKey && before.prepared.step === "ready"
          ? before
          : { comparedKey, key, prepared },
      );

    async function compare() {
      if (compared.current?.key === comparedKey) return compared.current.comparison;
      const onRows = (rows: number) => set({ step: "comparing", rows });
      const comparison = await compareList({ engine, campaign_id, fileName, recalls, onRows, signal });
      compared.current = { key: comparedKey, comparison };
      return comparison;
    }

    async function prepare(): Promise<ReadyList> {
      const comparison = await compare();
      const leftOut: KnownRows = Object.fromEntries(
        Object.entries(comparison.known).filter(([as]) => !sendsAgain.some((each) => each === as)),
      );
      const report = await engine.leaveOut(checkId, leftOut);
      if (!signal.aborted) onCounted(report);
      const onProgress = (progress: Progress) => set({ step: "preparing", progress });
      const written = await engine.write({ kind: "sent", checkId }, onProgress, signal);
      return { comparison, report, written, sendsAgain };
    }

    prepare()
      .then((ready) => set({ step: "ready", isOld: false, ...ready }))
      .catch((error: unknown) => set({ step: "failed", sentence: error instanceof Error ? error.message : "" }));
    return () => controller.abort();
  }, [engine, campaign_id, fileName, recalls, checkId, sendsAgain, onCounted, comparedKey, key]);

  const prepared: Prepared = latest?.comparedKey === comparedKey ? latest.prepared : { step: "comparing", rows: 0 };
  return {
    prepared: latest?.key === key ? prepared : { ...prepared, isOld: true },
    again: () => setAttempt(attempt + 1),
  };
}
