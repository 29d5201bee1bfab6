import { useQuery } from "@tanstack/react-query";
import { ListFoot } from "@/components/list/list-foot";
import { readInput } from "@/components/list/list-input";
import { PersonMenu } from "@/components/person/person-menu";
import { useMay } from "@/components/query/use-me";
import { PhoneNumber } from "@/components/record/phone-number";
import { Status } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { getCall } from "@/lib/contract/api/calls";
import { type ContactResult, listResults } from "@/lib/contract/console/inbox/campaign-results";
import { idToPath } from "@/lib/contract/identifier";
import { resultWords } from "@/lib/contract/shapes/call";
import { countOf, formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { timeZoneOf } from "@/lib/format/format-time";
import { resultList } from "./result-list";

type ContactsProps = {
  campaign_id: string;
  results: string | undefined;
  /** True if the page of the list in the URL is one of other results. */
  isFirst: boolean;
  /** People with the chosen results, out of `total`. */
  people: number;
  total: number;
};

export function Contacts({ campaign_id, results, isFirst, people, total }: ContactsProps) {
  const { get } = useUrlState();
  const { after } = readInput(resultList, get, { timeZone: "UTC", fixed: { campaign_id } });
  const input = { campaign_id, results, after: isFirst ? undefined : after };
  const zone = timeZoneOf(useZone());
  const { data } = useQuery({ ...read(listResults, input), placeholderData: (before) => before });
  const of = people === total ? "" : `${formatCount(people)} of `;
  return (
    <>
      <ul className="px-(--gutter)" aria-label="Contacts">
        {data?.value.data.map((contact) => (
          <ContactRow key={contact.call_id} {...contact} />
        ))}
      </ul>
      <ListFoot spec={resultList} input={input} next={data?.value.next} more={{ zone }}>
        {of}
        {countOf(total, ...resultList.nouns)}
      </ListFoot>
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
