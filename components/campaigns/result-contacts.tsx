import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PersonMenu } from "@/components/person/person-menu";
import { useMay } from "@/components/query/use-me";
import { PhoneNumber } from "@/components/record/phone-number";
import { Status } from "@/components/status/status";
import { Button } from "@/components/ui/buttons/button";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { getCall } from "@/lib/contract/api/calls";
import { type ContactResult, listResults } from "@/lib/contract/console/inbox/campaign-results";
import { idToPath } from "@/lib/contract/identifier";
import { resultWords } from "@/lib/contract/shapes/call";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";

type ContactPagesProps = { campaign_id: string; results: string | undefined };

export function ContactPages({ campaign_id, results }: ContactPagesProps) {
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <ul aria-label="Contacts">
      {starts.map((after, nth) => (
        <ContactPage
          key={after ?? ""}
          input={{ campaign_id, results, after }}
          onMore={nth === starts.length - 1 ? (next) => setStarts([...starts, next]) : undefined}
        />
      ))}
    </ul>
  );
}

type ContactPageProps = {
  input: { campaign_id: string; results: string | undefined; after: string | undefined };
  onMore: ((next: string) => void) | undefined;
};

function ContactPage({ input, onMore }: ContactPageProps) {
  const { data } = useQuery(read(listResults, input));
  const next = data?.value.next;
  return (
    <>
      {data?.value.data.map((contact) => (
        <ContactRow key={contact.call_id} {...contact} />
      ))}
      {next && onMore && (
        <li className="border-t border-rule pt-2">
          <Button onClick={() => onMore(next)}>Older</Button>
        </li>
      )}
    </>
  );
}

function ContactRow({ contact, contact_name, attempts, result, at, call_id, is_over, is_blocked }: ContactResult) {
  const mayOpen = useMay(getCall);
  // A number may be masked.
  const number = contact.startsWith("call ") ? undefined : `+${contact}`;
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto_auto] items-baseline gap-x-2.5 border-t border-rule py-1.5">
      <StatusIcon tone={is_over ? "idle" : "live"} tinted className="self-center" />
      <span className="min-w-0 wrap-anywhere">
        {contact_name && <b className="font-[550]">{visibleControls(contact_name)} </b>}
        {number ? <PhoneNumber number={number} /> : !contact_name && "Number not sent"}
        <span className="text-ink-2">
          {" "}
          {is_over ? visibleControls(resultWords(result)) : "in progress"}
          {attempts > 1 && `, ${countOf(attempts, "call")}`}
        </span>
        {is_blocked && (
          <span className="ml-2 inline-block">
            <Status word="do not call" tone="fault" pill title="This number is on the do-not-call list." />
          </span>
        )}
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
