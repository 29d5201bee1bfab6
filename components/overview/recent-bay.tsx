"use client";

import Link from "next/link";
import { QueryView } from "@/components/query/query-view";
import { useMay, useMe } from "@/components/query/use-me";
import { Bay } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { listAudit, type SentAnswer } from "@/lib/contract/console/audit";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { actionWords } from "./action-words";
import type { Overview } from "./use-overview";

const shown = 6;

/** What was sent from here last: an admin sees everybody's, others their own. */
export function RecentBay({ overview }: { overview: Overview }) {
  const { answers, saved } = overview;
  const { role } = useMe();
  const maySeeAudit = useMay(listAudit);
  const more = maySeeAudit && (
    <Link className="link" href="/audit">
      Audit log
    </Link>
  );
  return (
    <Bay title={role === "admin" ? "Recent actions" : "Your recent actions"} className="sub-bay" more={more}>
      <QueryView
        query={answers}
        label="recent actions"
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="note">Nothing was sent to the API from here yet.</p>}
      >
        {({ value }) => (
          <ul className="acts-l">
            {value.data.slice(0, shown).map((answer) => (
              <li key={answer.id}>
                <span>
                  {answer.actor_name} <span className="dim">{actionWords(answer)}</span>{" "}
                  <b>{nameOf(answer, saved.data?.value.data ?? [])}</b>
                </span>
                <TimeText at={answer.at} variant="relative" quiet />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Bay>
  );
}

function nameOf({ action, target }: SentAnswer, saved: readonly SavedRecord[]) {
  const resource = action.slice(0, action.indexOf("."));
  const record = saved.find((each) => each.resource === resource && each.ref === target);
  return record?.label ?? record?.name ?? target ?? "";
}
