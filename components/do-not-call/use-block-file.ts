import { useEffect, useMemo, useState } from "react";
import { blockMapping, blockPlan } from "@/lib/contacts/block-list";
import type { ContactEngine, Preview, Report } from "@/lib/contacts/engine";
import type { Format, Mapping, Plan } from "@/lib/contacts/plan";

export type BlockFile = { file: File; format: Format; preview: Preview; mapping: Mapping; country: string | null };

const noop = () => undefined;

export function useBlockFile(engine: ContactEngine | undefined) {
  const [list, setList] = useState<BlockFile>();
  const [checked, setChecked] = useState<{ plan: Plan; report: Report }>();
  const [failure, setFailure] = useState<string>();
  const plan = useMemo(() => list && blockPlan(list.format, list.mapping, list.country), [list]);

  useEffect(() => {
    if (!engine || !plan || plan.mapping.phone < 0) return;
    let isOld = false;
    engine
      .check(plan, noop)
      .then((report) => {
        if (isOld) return;
        if ("refusal" in report) setFailure(report.refusal.sentence);
        else setChecked({ plan, report });
      })
      .catch((error: unknown) => !isOld && setFailure(messageOf(error)));
    return () => {
      isOld = true;
    };
  }, [engine, plan]);

  async function open(file: File) {
    setFailure(undefined);
    setList(undefined);
    try {
      const opened = await engine?.open(file, noop);
      if (opened?.kind === "refused") setFailure(opened.refusal.sentence);
      else if (opened) {
        const { format, preview } = opened;
        setList({ file, format, preview, mapping: blockMapping(preview), country: null });
      }
    } catch (error) {
      setFailure(messageOf(error));
    }
  }

  const change = (part: Partial<Pick<BlockFile, "mapping" | "country">>) => {
    setFailure(undefined);
    setList(list && { ...list, ...part });
  };
  return { list, failure, open, change, report: checked?.plan === plan ? checked?.report : undefined };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : "This file could not be read.");
