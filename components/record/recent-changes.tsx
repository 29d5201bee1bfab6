import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { QueryView } from "@/components/query/query-view";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { apiOperations } from "@/lib/contract/api";
import { listVersions, type RecordChange, type RecordHistory } from "@/lib/contract/console/record-history";
import { shortValue } from "@/lib/format/diff-records";
import { countOf } from "@/lib/format/format-count";

const mostShown = 4;

export type RecentChangesProps = {
  resource: string;
  id: string;
  /** The record changes by itself, as a call does, so no change is attributed to a person. */
  movesByItself?: boolean;
  /** In a drawer, whose parts are plain sections. */
  isPlain?: boolean;
};

/** Stored changes of a record from one read to the next, newest first. Nothing for a record that has not changed. */
export function RecentChanges({ resource, id, movesByItself = false, isPlain = false }: RecentChangesProps) {
  const versions = useQuery(read(listVersions, { resource, ref: id }));
  const history = versions.data?.value.data;
  if (versions.data && !(history && (history.changes.length > 0 || history.gone_at))) return null;
  const changes = (
    <QueryView query={versions} label="recent changes" rows={1}>
      {({ value: { data } }) => data && <Changes history={data} movesByItself={movesByItself} />}
    </QueryView>
  );
  return isPlain ? <Plain>{changes}</Plain> : <Section title="Recent changes">{changes}</Section>;
}

function Plain({ children }: { children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId}>Recent changes</h3>
      {children}
    </section>
  );
}

type ChangesProps = { history: RecordHistory; movesByItself: boolean };

function Changes({ history: { changes, first_seen_at, gone_at, has_more }, movesByItself }: ChangesProps) {
  return (
    <>
      {gone_at && (
        <p className="mb-1.5">
          The platform has not returned it since <TimeText at={gone_at} variant="relative" />.
        </p>
      )}
      <ol>
        {changes.map((change) => (
          <li key={change.at} className="border-t border-rule py-1.5">
            <p className="text-sm/5 text-ink-3">
              <TimeText at={change.at} quiet />
              {!movesByItself && <>, {whoseMessage(change)}</>}
            </p>
            <Fields fields={change.fields} />
          </li>
        ))}
      </ol>
      <p className="border-t border-rule pt-1.5 text-sm/[17px] text-ink-3">
        {has_more ? "Older versions are not shown." : "No others."} It was first read here{" "}
        <TimeText at={first_seen_at} quiet />.
      </p>
    </>
  );
}

/** "outside Switchboard", "after “Publish a workflow” by Mara Okafor". */
export function whoseMessage({ sent }: Pick<RecordChange, "sent">): string {
  if (!sent) return "outside Switchboard";
  const label = apiOperations.find(({ id }) => id === sent.action)?.label ?? sent.action;
  return `after “${label}”${sent.by ? ` by ${sent.by}` : ""} here`;
}

function Fields({ fields }: Pick<RecordChange, "fields">) {
  if (fields.length === 0) return <p>The platform returns it again.</p>;
  const [shown, rest] = [fields.slice(0, mostShown), fields.slice(mostShown)];
  return (
    <>
      {shown.map((field) => (
        <Field key={field.path} {...field} />
      ))}
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm/[17px] text-ink-3">
            and {countOf(rest.length, "field")} more
          </summary>
          {rest.map((field) => (
            <Field key={field.path} {...field} />
          ))}
        </details>
      )}
    </>
  );
}

function Field({ path, before, after }: RecordChange["fields"][number]) {
  const zone = useZone();
  return (
    <p>
      <code>{path || "the record"}</code> <del className="text-ink-3">{shortValue(before, zone)}</del>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> is now </span>
      <ins className="font-[550] no-underline">{shortValue(after, zone)}</ins>
    </p>
  );
}
