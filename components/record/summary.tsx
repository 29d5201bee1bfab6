import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryView } from "@/components/query/query-view";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Section, sectionClass, sectionsClass } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { listRelated, type RelatedRecord } from "@/lib/contract/console/related-records";
import { idToPath } from "@/lib/contract/identifier";
import { shortenId } from "@/lib/format/format-raw";
import { useLinkFor } from "./use-link-for";

/** The first thing said on a record's page: one sentence, and what belongs to it. */
export function Lead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <section className="px-(--gutter) pt-4 pb-[18px] max-narrow:-order-2" aria-label="Summary">
      <p className="max-w-[37em] text-lg font-[550] tracking-[-0.006em]">{title}</p>
      {children}
    </section>
  );
}

/** Four figures of one height; two by two where it is narrow. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={`${sectionsClass({ columns: "own" })} ${figuresClass}`}>{children}</div>;
}

const figuresClass = [
  "grid-cols-4 border-b max-narrow:grid-cols-2 max-narrow:[&>*:nth-child(even)]:border-l",
  "max-narrow:[&>*:nth-child(2)]:border-t-0",
].join(" ");

type FigureProps = {
  title: string;
  figure: ReactNode;
  unit?: ReactNode;
  /** A word in place of a number. */
  isWord?: boolean;
  children?: ReactNode;
};

export function Figure({ title, figure, unit, isWord = false, children }: FigureProps) {
  return (
    <div className={`${sectionClass} pt-[13px] pb-3.5`}>
      <h2 className="mb-[3px] text-sm font-medium text-ink-2">{title}</h2>
      <p
        className={`flex min-h-8 flex-wrap items-baseline gap-x-2 wrap-anywhere ${isWord ? "text-lg/8 font-[550]" : "text-2xl font-[560] tracking-[-0.022em] max-mid:text-xl max-narrow:text-2xl"}`}
      >
        {figure}
        {unit && <small className="text-md leading-[inherit] font-[450] tracking-normal text-ink-3">{unit}</small>}
      </p>
      <div className="mt-1.5 min-h-4 text-sm wrap-anywhere text-ink-3">{children}</div>
    </div>
  );
}

/** Names and what they lead to, ruled, each with an optional mark at its end. */
export function LinkRows({ rows }: { rows: readonly (readonly [name: string, value: ReactNode, mark?: ReactNode])[] }) {
  return (
    <dl>
      {rows.map(([name, value, mark]) => (
        <div key={name} className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-3 border-t border-rule py-1.5">
          <dt className="wrap-anywhere text-ink-3">{name}</dt>
          <dd className="flex min-w-0 justify-between gap-x-3 wrap-anywhere">
            <span className="min-w-0">{value}</span>
            {mark}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A record by its name where it is known here, or else by its ID; `field` is what the API document calls that ID. */
export function RecordLink({ field, id, children }: { field: string; id: string; children?: ReactNode }) {
  const link = useLinkFor()(id, field);
  const shown = children ?? link?.label ?? <code>{shortenId(id)}</code>;
  return link ? (
    <Link className={linkClass} href={link.href} title={id}>
      {shown}
    </Link>
  ) : (
    <span title={id}>{shown}</span>
  );
}

type RelatedProps = {
  title: string;
  value: string;
  among: string;
  /** Said where nothing known here names it. */
  none: string;
  isShown?: (record: RelatedRecord) => boolean;
  /** Sorts in descending order; without it, the record read last comes first. */
  sortBy?: (record: RelatedRecord) => number;
  children: (record: RelatedRecord) => ReactNode;
};

/** The records known here that name something, as its page shows them. */
export function RelatedSection({
  title,
  value,
  among,
  none,
  isShown = () => true,
  sortBy = () => 0,
  children,
}: RelatedProps) {
  const related = useQuery(read(listRelated, { value, among }));
  return (
    <Section title={title}>
      <QueryView
        query={related}
        label={title.toLowerCase()}
        rows={1}
        isEmpty={({ data }) => !data.some(isShown)}
        empty={<p className="text-sm/[17px] text-ink-3">{none}</p>}
      >
        {({ value: { data, has_more } }) => (
          <>
            <ul>
              {data
                .filter(isShown)
                .toSorted((one, other) => sortBy(other) - sortBy(one))
                .map((record) => (
                  <li key={`${record.resource} ${record.ref}`} className="border-t border-rule py-[7px]">
                    {children(record)}
                  </li>
                ))}
            </ul>
            {has_more && <p className="border-t border-rule pt-1.5 text-sm/[17px] text-ink-3">There are more.</p>}
          </>
        )}
      </QueryView>
    </Section>
  );
}

/** A related record by its name, with its status. */
export function RelatedRow({ record }: { record: Pick<RelatedRecord, "resource" | "ref" | "name" | "status"> }) {
  const toneOf = useStatusMeaning(record.resource);
  const { resource, ref, name, status } = record;
  return (
    <span className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-baseline gap-x-2.5">
      <StatusIcon tone={status === null ? "idle" : toneOf("status", status)} tinted className="self-center" />
      <Link className={`min-w-0 wrap-anywhere ${linkClass}`} href={`/${resource}/${idToPath(ref)}`}>
        {name ?? <code>{shortenId(ref)}</code>}
      </Link>
      <span className="text-sm/5 text-ink-3">{[nouns[resource], status].filter(Boolean).join(", ")}</span>
    </span>
  );
}

const nouns: Record<string, string> = {
  assistants: "assistant",
  calls: "call",
  campaigns: "campaign",
  tools: "tool",
  workflows: "workflow",
};
