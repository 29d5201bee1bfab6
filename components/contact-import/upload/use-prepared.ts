import { useEffect, useState } from "react";
import type { ContactEngine, Progress, Report, Written } from "@/lib/contacts/engine";
import { type Comparison, compareList } from "./compare-list";

/** `report` counts the rows as they are sent, without those that the comparison left out. */
export type ReadyList = { comparison: Comparison; report: Report; written: Written; sendsKnown: boolean };

export type Prepared =
  | { step: "comparing"; rows: number }
  | { step: "preparing"; progress: Progress | undefined }
  | { step: "failed"; sentence: string }
  | ({ step: "ready" } & ReadyList);

type PreparedInput = {
  engine: ContactEngine;
  campaign_id: string;
  report: Report;
  /** Sends people too that were sent to other campaigns. */
  sendsKnown: boolean;
};

/** Compares the rows that a report counts, and writes the file of those that are sent. */
export function usePrepared({ engine, campaign_id, report, sendsKnown }: PreparedInput) {
  const [attempt, setAttempt] = useState(0);
  const compared = useRun<Comparison>(
    (set, signal) => compareList({ engine, campaign_id, signal, onRows: (rows) => set({ step: "comparing", rows }) }),
    [engine, campaign_id, report, attempt],
  );
  const comparison = "result" in compared ? compared.result : undefined;
  const written = useRun<ReadyList | undefined>(
    async (set, signal) => {
      if (!comparison) return undefined;
      const { sent_elsewhere, ...always } = comparison.known;
      const known = sendsKnown ? always : comparison.known;
      const counted = await engine.leaveOut(report.checkId, known);
      const onProgress = (progress: Progress) => set({ step: "preparing", progress });
      const file = await engine.write({ kind: "sent", checkId: report.checkId }, onProgress, signal);
      return { comparison, report: counted, written: file, sendsKnown };
    },
    [engine, report, comparison, sendsKnown],
  );
  const again = () => setAttempt(attempt + 1);
  if (!("result" in compared)) return { prepared: compared.waiting ?? { step: "comparing" as const, rows: 0 }, again };
  if ("result" in written && written.result) return { prepared: { step: "ready" as const, ...written.result }, again };
  const waiting = "waiting" in written ? written.waiting : undefined;
  return { prepared: waiting ?? { step: "preparing" as const, progress: undefined }, again };
}

type Waiting = Exclude<Prepared, { step: "ready" }>;
type RunState<Result> = { waiting: Waiting | undefined } | { result: Result };

/** Runs again when an input changes, and aborts the earlier run. */
function useRun<Result>(
  run: (set: (waiting: Waiting) => void, signal: AbortSignal) => Promise<Result>,
  inputs: readonly unknown[],
): RunState<Result> {
  const [latest, setLatest] = useState<{ inputs: readonly unknown[]; state: RunState<Result> }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the run depends on nothing but its inputs
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const set = (state: RunState<Result>) => !signal.aborted && setLatest({ inputs, state });
    run((waiting) => set({ waiting }), signal)
      .then((result) => set({ result }))
      .catch((error: unknown) =>
        set({ waiting: { step: "failed", sentence: error instanceof Error ? error.message : "" } }),
      );
    return () => controller.abort();
  }, inputs);

  const isLatest = latest?.inputs.every((input, index) => input === inputs[index]);
  return latest && isLatest ? latest.state : { waiting: undefined };
}
