import type { ReactNode } from "react";
import { isFirstRead, QueryView, type ReadQuery } from "@/components/query/query-view";
import { deferred } from "@/components/ui/browser/deferred";
import { sectionClass, sectionsClass } from "@/components/ui/page/section";
import type { Answer } from "@/lib/client/answer";
import { countOf, formatCount } from "@/lib/format/format-count";
import { DriftNotice } from "./drift-notice";
import { flattenRecord, isEmptyRow } from "./flatten-record";
import { useStatusFor } from "./record-value";
import { RecordView } from "./record-view";
import { useLinkFor } from "./use-link-for";

const RecordNotFound = deferred(async () => (await import("./record-not-found")).RecordNotFound);

export type RecordBodyProps = {
  query: ReadQuery<{ data: Record<string, unknown> }>;
  resource: string;
  noun: string;
  id: string;
  /** Leads the page, also without the record, which is collapsed below. Without a lead, the record leads, open. */
  lead?: ReactNode;
  /** On a narrow screen, sections of both columns stand in one, and `order` moves them. */
  isInterleaved?: boolean;
  /** The sections beside the lead or the record. */
  children: ReactNode;
};

/** A record that has no list and no listed fields, with its sections. */
export function RecordBody({ query, resource, noun, id, lead, isInterleaved = false, children }: RecordBodyProps) {
  const isReading = isFirstRead(query);
  const notFound = (
    <div className={sectionClass}>
      <RecordNotFound resource={resource} noun={noun} id={id} />
    </div>
  );
  const reading = { query, label: noun, id, level: 2, notFound } as const;
  const folded = query.data && <FoldedRecord resource={resource} noun={noun} id={id} answer={query.data} />;
  return (
    <>
      {/* A new key replaces the placeholder, so that a taller head does not shift it. */}
      <div key={isReading ? "reading" : "read"} className={`flex-1 ${sectionsClass({ columns: "beside" })}`}>
        <div className={isInterleaved ? "max-narrow:contents" : ""}>
          {!(isReading && lead) && (
            <div className="empty:hidden max-narrow:-order-3">
              <QueryView {...reading}>
                {(answer) => !lead && <RecordSection resource={resource} noun={noun} id={id} answer={answer} />}
              </QueryView>
            </div>
          )}
          {lead}
        </div>
        {/* On a narrow screen they stand below the record, which would push them down. */}
        <div
          className={`[&>*+*]:border-t [&>*+*]:border-rule ${isReading ? "max-narrow:hidden" : isInterleaved ? "max-narrow:contents" : ""}`}
        >
          {children}
        </div>
      </div>
      {lead && folded}
    </>
  );
}

type RecordSectionProps = {
  resource: string;
  /** "campaign": names what the API documentation does not list the fields of. */
  noun: string;
  id: string;
  answer: Answer<{ data: unknown }>;
  /** Under a heading of its own already. */
  isFolded?: boolean;
};

function FoldedRecord({ resource, noun, id, answer }: RecordSectionProps) {
  const rows = flattenRecord(answer.value.data);
  const empty = rows.filter(isEmptyRow).length;
  return (
    <details className="border-t border-rule">
      <summary className="px-(--gutter) py-3">
        <h2 className="inline text-md font-semibold tracking-[-0.004em]">All fields</h2>{" "}
        <span className="ml-1.5 text-sm/[17px] text-ink-3">
          {countOf(rows.length, "field")}
          {empty > 0 && `, ${formatCount(empty)} of them empty`}, shown as received
        </span>
      </summary>
      <RecordSection resource={resource} noun={noun} id={id} answer={answer} isFolded />
    </details>
  );
}

/** A record whose fields the API documentation does not list: all of it, in the order it came. */
function RecordSection({ resource, noun, id, answer, isFolded = false }: RecordSectionProps) {
  const linkFor = useLinkFor(id);
  const statusFor = useStatusFor(resource);
  const label = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
  return (
    <section aria-label="Record">
      <div className={`px-(--gutter) ${isFolded ? "" : "pt-3.5"}`}>
        {!isFolded && <h2 className="text-md font-semibold tracking-[-0.004em]">All fields</h2>}
        <p className="max-w-[49em] text-sm/[17px] text-ink-3">
          The API documentation does not list a {noun}’s fields. Here they are in the order received.
        </p>
        {answer.drift.length > 0 && (
          <div className="mt-2.5">
            <DriftNotice drift={answer.drift} />
          </div>
        )}
      </div>
      <RecordView value={answer.value.data} label={label} linkFor={linkFor} statusFor={statusFor} foldsEmpty />
    </section>
  );
}
