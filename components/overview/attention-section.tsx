"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useRef } from "react";
import { PhoneNumber } from "@/components/record/phone-number";
import { useSendFault } from "@/components/send/use-send-fault";
import { useKeys } from "@/components/ui/browser/use-keys";
import { Button } from "@/components/ui/buttons/button";
import { besideLinkClass, linkClass } from "@/components/ui/buttons/button-class";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { useToast } from "@/components/ui/overlay/toast";
import { bayHeadClass } from "@/components/ui/page/section";
import { Skeleton } from "@/components/ui/page/skeleton";
import { StateFace } from "@/components/ui/page/state-face";
import { TimeText } from "@/components/ui/time/time-text";
import { write } from "@/lib/client/query";
import { setNoticeAside } from "@/lib/contract/console/notices";
import type { AttentionItem } from "./attention-item";
import type { AttentionItems } from "./use-overview";

const small = ["Nothing", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

type NeedsSectionProps = { needs: AttentionItems; rows: readonly AttentionItem[]; asides: readonly SetAsideRow[] };

const afterRows = "border-t border-rule px-(--gutter) pt-2.5 pb-3.5";

export function NeedsSection({ needs, rows, asides }: NeedsSectionProps) {
  const list = useRef<HTMLUListElement>(null);
  useLedgerKeys(list);
  const kept = asides.flatMap((aside) => {
    const need = needs.rows.find(({ key }) => key === aside.key);
    return need ? [{ ...aside, need }] : [];
  });

  return (
    <section className="pt-3.5" aria-labelledby="needs-someone">
      <div className={`mb-1.5 px-(--gutter) ${bayHeadClass}`}>
        <h2 id="needs-someone">Needs someone</h2>
        {rows.length > 0 && <span className="text-ink-3">{rows.length}</span>}
      </div>
      {rows.length > 0 && (
        <ul ref={list}>
          {rows.map((need) => (
            <AttentionRow key={need.key} need={need} />
          ))}
        </ul>
      )}
      {needs.isLoading && (
        <div className={afterRows}>
          <Skeleton rows={rows.length > 0 ? 1 : 3} label="Looking at what needs someone" />
        </div>
      )}
      {rows.length === 0 && !needs.isLoading && <Quiet needs={needs} />}
      {rows.length > 0 && needs.unread.length > 0 && (
        <p className={`${afterRows} text-sm/[17px] text-ink-3`}>{unreadMessage(needs.unread)}</p>
      )}
      {kept.length > 0 && <SetAside rows={kept} />}
    </section>
  );
}

function Quiet({ needs: { unread, stale } }: { needs: AttentionItems }) {
  if (unread.length > 0)
    return (
      <p className={`${afterRows} text-sm/[17px] text-ink-3`}>
        Nothing else was found. {unreadMessage(unread)} This list may be short.
      </p>
    );
  if (stale > 0)
    return <p className={`${afterRows} text-sm/[17px] text-ink-3`}>Nothing was found. {staleMessage(stale)}</p>;
  return (
    <div className={afterRows}>
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

type SetAsideRow = { key: string; by: string; until: string };

/** Rows that somebody put away for a day. They are still true, so they stay within reach. */
function SetAside({ rows }: { rows: readonly (SetAsideRow & { need: AttentionItem })[] }) {
  return (
    <details className="border-t border-rule px-(--gutter) pt-2 pb-3 text-sm leading-5">
      <summary className={`inline-block min-h-6 cursor-pointer leading-6 ${linkClass}`}>
        {rows.length} set aside
      </summary>
      <ul>
        {rows.map(({ key, by, until, need }) => (
          <li key={key} className="flex flex-wrap justify-between gap-x-4 py-[5px] text-ink-2">
            <span>
              {need.subject} {need.message}{" "}
              <Link className={linkClass} href={need.href}>
                {need.link}
              </Link>
            </span>
            <span className="text-ink-3">
              by {by}, back <TimeText at={until} variant="relative" quiet />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function AttentionRow({ need }: { need: AttentionItem }) {
  const { key, tone, subject, isPhone, message, why, at, href, link } = need;
  const toast = useToast();
  const showFault = useSendFault();
  const setAside = useMutation({
    ...write(setNoticeAside),
    onSuccess: () => toast({ title: "Set aside for a day", body: `${subject} ${message}` }),
    onError: (error) => showFault(error, "Setting aside", "notices", subject),
  });

  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-start gap-x-3 border-t border-rule px-(--gutter) py-[9px] hover:bg-hover max-mid:grid-cols-[12px_minmax(0,1fr)] [&>svg]:mt-1">
      <StatusIcon tone={tone} tinted />
      <div className="min-w-0 wrap-anywhere">
        <div>
          <b className="font-[550]">{isPhone ? <PhoneNumber number={subject} /> : subject}</b> {message}
        </div>
        <div className="line-clamp-2 text-ink-2" title={why}>
          {why}
        </div>
      </div>
      <div className="flex items-center gap-3.5 text-sm leading-5 whitespace-nowrap text-ink-3 max-mid:col-start-2 max-mid:mt-0.5 max-mid:justify-between">
        {at && <TimeText at={at} variant="relative" quiet />}
        <Link className={besideLinkClass} data-need href={href}>
          {link}
        </Link>
        <Button
          size="small"
          variant="bare"
          className="-my-[3px]"
          aria-label={`Set aside for a day: ${subject} ${message}`}
          isSending={setAside.isPending}
          sendingLabel="…"
          onClick={() => setAside.mutate({ key })}
        >
          Set aside
        </Button>
      </div>
    </li>
  );
}

type Looked = {
  count: number;
  /** What could not be read at all, and how many reads show what they showed before. */
  unread: readonly string[];
  stale: number;
};

/** The sentence under the title. What could not be read is named: an empty list must not read as a quiet house. */
export function attentionMessage({ count, unread, stale }: Looked): string {
  const what = count === 1 ? "One thing needs someone." : `${small[count] ?? count} things need someone.`;
  if (unread.length > 0 || stale > 0)
    return [
      count === 0 ? "Not everything could be looked at." : what,
      ...(unread.length > 0 ? [unreadMessage(unread)] : []),
      ...(stale > 0 ? [staleMessage(stale)] : []),
    ].join(" ");
  return count === 0 ? "Nothing needs anyone. Everything reads in order." : `${what} Everything else reads in order.`;
}

const staleMessage = (stale: number) =>
  stale === 1
    ? "One part of this page could not be read again."
    : `${small[stale] ?? stale} parts of this page could not be read again.`;

function unreadMessage(unread: readonly string[]): string {
  const all = unread.length > 1 ? `${unread.slice(0, -1).join(", ")} and ${unread.at(-1)}` : (unread[0] ?? "");
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} could not be read.`;
}
