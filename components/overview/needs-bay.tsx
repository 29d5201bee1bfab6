"use client";

import { useRef } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { StateFace } from "@/components/ui/state-face";
import { useKeys } from "@/components/ui/use-keys";
import type { Need } from "./need";
import { NeedRow } from "./need-row";
import { staleWords, unreadWords } from "./need-words";
import { SetAside, type SetAsideRow } from "./set-aside";
import type { Needs } from "./use-overview";

type NeedsBayProps = { needs: Needs; rows: readonly Need[]; asides: readonly SetAsideRow[] };

export function NeedsBay({ needs, rows, asides }: NeedsBayProps) {
  const list = useRef<HTMLUListElement>(null);
  useLedgerKeys(list);
  const kept = asides.flatMap((aside) => {
    const need = needs.rows.find(({ key }) => key === aside.key);
    return need ? [{ ...aside, need }] : [];
  });

  return (
    <section className="needs" aria-labelledby="needs-someone">
      <div className="bay-h">
        <h2 id="needs-someone">Needs someone</h2>
        {rows.length > 0 && <span className="faint">{rows.length}</span>}
      </div>
      {rows.length > 0 && (
        <ul className="ledger" ref={list}>
          {rows.map((need) => (
            <NeedRow key={need.key} need={need} />
          ))}
        </ul>
      )}
      {needs.isReading && (
        <div className="needs-more">
          <Skeleton rows={rows.length > 0 ? 1 : 3} label="Looking at what needs someone" />
        </div>
      )}
      {rows.length === 0 && !needs.isReading && <Quiet needs={needs} />}
      {rows.length > 0 && needs.unread.length > 0 && <p className="needs-more note">{unreadWords(needs.unread)}</p>}
      {kept.length > 0 && <SetAside rows={kept} />}
    </section>
  );
}

function Quiet({ needs: { unread, stale } }: { needs: Needs }) {
  if (unread.length > 0)
    return <p className="needs-more note">Nothing else was found. {unreadWords(unread)} This list may be short.</p>;
  if (stale > 0) return <p className="needs-more note">Nothing was found. {staleWords(stale)}</p>;
  return (
    <div className="needs-more">
      <StateFace face="empty" heading="Nothing needs anyone.">
        Credentials, numbers, the plan, the webhook log and the line all read in order.
      </StateFace>
    </div>
  );
}

/** J and K move through the rows' links; Enter opens as for any link. */
function useLedgerKeys(list: { current: HTMLUListElement | null }) {
  const step = (by: number) => {
    const links = [...(list.current?.querySelectorAll<Element>("a[data-need]") ?? [])];
    const at = document.activeElement ? links.indexOf(document.activeElement) : -1;
    const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))];
    if (next instanceof HTMLElement) next.focus();
  };
  useKeys({ J: () => step(1), K: () => step(-1) });
}
