import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PersonMenu } from "@/components/person/person-menu";
import { useMay } from "@/components/query/use-me";
import { PhoneNumber } from "@/components/record/phone-number";
import { useStyle } from "@/components/ui/browser/use-style";
import { Button } from "@/components/ui/buttons/button";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { SelectField } from "@/components/ui/fields/select-field";
import { moreClass, Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { getCall } from "@/lib/contract/api/calls";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import {
  type CampaignResults,
  type ContactResult,
  exportResults,
  listResults,
} from "@/lib/contract/console/inbox/found-calls";
import { idToPath } from "@/lib/contract/identifier";
import { pathOf } from "@/lib/contract/match";
import { endedReason } from "@/lib/contract/shapes/call";
import { countOf, formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { platformDifference } from "./result-difference";

type FoundResultsProps = { campaign_id: string; counts: CampaignProgress["counts"] };

/** Who was called and with what result, from events. Nothing before the first event of the campaign. */
export function FoundResults({ campaign_id, counts }: FoundResultsProps) {
  const { data } = useQuery(read(listResults, { campaign_id }));
  const [result, setResult] = useState<string>();
  if (!data || data.value.contacts === 0) return null;
  const { contacts, results, in_progress } = data.value;
  const difference = platformDifference(contacts, counts);
  return (
    <>
      <Section title="Results of events" note={`of ${countOf(contacts, "person", "people")} who were called`}>
        <ResultBars results={results} in_progress={in_progress} contacts={contacts} />
        {difference && <p className="mt-2 text-sm/[17px] text-ink-3">{difference}</p>}
      </Section>
      <Section
        title="Contacts"
        more={
          <a className={moreClass} href={`/api${pathOf(exportResults, { campaign_id })}`} download>
            Results as CSV
          </a>
        }
      >
        <SelectField
          label="Last result"
          value={result ?? ""}
          onChange={({ target }) => setResult(target.value || undefined)}
        >
          <option value="">All</option>
          {results.flatMap((each) =>
            each.result === null ? (
              []
            ) : (
              <option key={each.result} value={each.result}>
                {wordsOf(each.result)}
              </option>
            ),
          )}
        </SelectField>
        <ContactPages key={result} campaign_id={campaign_id} result={result} />
      </Section>
    </>
  );
}

const wordsOf = (result: string | null) =>
  result === null ? "No result received" : visibleControls(endedReason(result)?.label ?? result);

function ResultBars({ results, in_progress, contacts }: Pick<CampaignResults, "results" | "in_progress" | "contacts">) {
  const ended = results.map(({ result, contacts: count }) => ({ words: wordsOf(result), count }));
  const bars = in_progress > 0 ? [{ words: "In progress", count: in_progress }, ...ended] : ended;
  return (
    <dl>
      {bars.map(({ words, count }) => (
        <div
          key={words}
          className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-x-3 border-t border-rule py-1.5"
        >
          <dt className="wrap-anywhere">{words}</dt>
          <dd aria-hidden="true">
            <ShareBar share={count / Math.max(1, contacts)} />
          </dd>
          <dd className="text-right font-semibold">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

type ContactPagesProps = { campaign_id: string; result: string | undefined };

function ContactPages({ campaign_id, result }: ContactPagesProps) {
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <ul aria-label="Contacts">
      {starts.map((after, nth) => (
        <ContactPage
          key={after ?? ""}
          input={{ campaign_id, result, after }}
          onMore={nth === starts.length - 1 ? (next) => setStarts([...starts, next]) : undefined}
        />
      ))}
    </ul>
  );
}

type ContactPageProps = {
  input: { campaign_id: string; result: string | undefined; after: string | undefined };
  onMore: ((next: string) => void) | undefined;
};

function ContactPage({ input, onMore }: ContactPageProps) {
  const { data } = useQuery(read(listResults, input));
  const next = data?.value.next;
  return (
    <>
      {data?.value.data.map((contact) => (
        <ContactRow key={contact.contact} {...contact} />
      ))}
      {next && onMore && (
        <li className="border-t border-rule pt-2">
          <Button onClick={() => onMore(next)}>Show more</Button>
        </li>
      )}
    </>
  );
}

function ContactRow({ contact, contact_name, attempts, result, at, call_id, is_over }: ContactResult) {
  const mayOpen = useMay(getCall);
  const number = contact.startsWith("call ") ? undefined : `+${contact}`;
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto_auto] items-baseline gap-x-2.5 border-t border-rule py-1.5">
      <StatusIcon tone={is_over ? "idle" : "live"} tinted className="self-center" />
      <span className="min-w-0 wrap-anywhere">
        {contact_name && <b className="font-[550]">{visibleControls(contact_name)} </b>}
        {number ? <PhoneNumber number={number} /> : !contact_name && "Number not sent"}
        <span className="text-ink-2">
          {" "}
          {is_over ? wordsOf(result) : "in progress"}
          {attempts > 1 && `, ${countOf(attempts, "call")}`}
        </span>
      </span>
      <span className="text-right text-sm/5 text-ink-3">
        <TimeText at={at} variant="moment" quiet />{" "}
        {mayOpen && <TextLink href={`/calls/${idToPath(call_id)}`}>Open</TextLink>}
      </span>
      <span className="self-center print:hidden">
        <PersonMenu call_id={call_id} number={number} name={contact_name} />
      </span>
    </li>
  );
}

function ShareBar({ share }: { share: number }) {
  return (
    <span
      ref={useStyle<HTMLSpanElement>({ width: `${share * 100}%` })}
      className="block h-2 min-w-0.5 rounded-sm bg-accent"
    />
  );
}
