"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { useAnnounce } from "@/components/ui/page/live-region";
import type { Report } from "@/lib/contacts/engine";
import { groupAfter, groupMessage, orderGroups } from "@/lib/contacts/messages/group-messages";
import type { Plan } from "@/lib/contacts/plan";
import type { Group } from "@/lib/contacts/validate/row-status";
import { formatCount } from "@/lib/format/format-count";

type Held = {
  report: Report;
  rules: Plan["rules"];
  order: readonly Group[];
  group: Group | undefined;
  edition: number;
  gone: Group | undefined;
};

/** The group that is looked at. When it holds no rows any more the next one is, and that is said. */
export function useReview(report: Report, plan: Plan) {
  const announce = useAnnounce();
  const [held, setHeld] = useState<Held>(() => begin(report, plan));
  const now = held.report === report ? held : moved(held, report, plan);
  if (now !== held) setHeld(now);
  const groups = useMemo(() => orderGroups(report.groups), [report]);
  const { group, gone, edition } = now;

  useEffect(() => {
    const { rows, counts } = report;
    announce(`${formatCount(rows)} rows checked, ${formatCount(counts.toFix)} to fix`);
  }, [announce, report]);

  useEffect(() => {
    if (!gone) return;
    const next = group ? ` Now shown: ${groupMessage[group].title}.` : "";
    announce(`${groupMessage[gone].title}: no rows left.${next}`);
    // The button that was pressed may have gone with its group.
    if (document.activeElement === document.body) document.getElementById("review-problem")?.focus();
  }, [announce, gone, group]);

  return {
    groups,
    problem: groups.find((each) => each.group === group),
    /** Changes when rules changed, so that other rows belong to a group. Rows that were typed over stay listed. */
    edition,
    choose: useCallback((next: Group) => setHeld((before) => ({ ...before, group: next, gone: undefined })), []),
  };
}

function begin(report: Report, { rules }: Plan): Held {
  const order = orderGroups(report.groups).map(({ group }) => group);
  return { report, rules, order, group: order[0], edition: 0, gone: undefined };
}

function moved(before: Held, report: Report, plan: Plan): Held {
  const { order } = begin(report, plan);
  const edition = before.rules === plan.rules ? before.edition : before.edition + 1;
  const held = { report, rules: plan.rules, order, edition };
  const { group } = before;
  if (group === undefined) return { ...held, group: order[0], gone: undefined };
  if (order.includes(group)) return { ...held, group, gone: undefined };
  return { ...held, group: groupAfter(group, before.order, order), gone: group };
}
