import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { ListFoot } from "@/components/list/list-foot";
import { readInput } from "@/components/list/list-input";
import { NoRows } from "@/components/list/no-rows";
import { NumberSentence } from "@/components/person/number-sentence";
import { PersonMenu } from "@/components/person/person-menu";
import { useMay } from "@/components/query/use-me";
import { PhoneNumber } from "@/components/record/phone-number";
import { Status } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { getCall } from "@/lib/contract/api/calls";
import { type CampaignResults, type ContactResult, listResults } from "@/lib/contract/console/inbox/campaign-results";
import { numberFaults } from "@/lib/contract/console/numbers";
import { idToPath } from "@/lib/contract/identifier";
import { resultWords } from "@/lib/contract/shapes/call";
import { countOf, formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { timeZoneOf } from "@/lib/format/format-time";
import { ResultLabel, resultTone } from "./result-bars";
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

/** Everybody whom events told of, newest call first. */
export function Contacts({ campaign_id, results, isFirst, people, total }: ContactsProps) {
  const { get } = useUrlState();
  const { after, text } = readInput(resultList, get, { timeZone: "UTC", fixed: { campaign_id } });
  const input = { campaign_id, text, results, after: isFirst ? undefined : after };
  const zone = timeZoneOf(useZone());
  const mayOpen = useMay(getCall);
  const { data, isPlaceholderData } = useQuery({ ...read(listResults, input), placeholderData: (before) => before });
  if (!data) return null;
  const { data: contacts, next, found } = data.value;
  const shown = found ?? people;
  return (
    <>
      {text !== undefined && !isPlaceholderData && <NumberSentence text={text} found={data.value} />}
      {contacts.length === 0 ? (
        <NobodyFound {...data.value} />
      ) : (
        <DataTable
          name="contacts"
          caption="Contacts"
          columns={columns}
          rows={contacts}
          rowId={({ call_id }) => call_id}
          {...(mayOpen ? { rowHref: ({ call_id }: ContactResult) => `/calls/${idToPath(call_id)}` } : {})}
        />
      )}
      <ListFoot spec={resultList} input={input} next={next} more={{ zone }}>
        {shown !== total && `${formatCount(shown)} of `}
        {countOf(total, ...resultList.nouns)}
      </ListFoot>
    </>
  );
}

const NobodyFound = ({ searched }: Pick<CampaignResults, "searched">) => (
  <NoRows
    spec={resultList}
    unread={searched?.is === "unread" ? numberFaults[searched.fault] : undefined}
    none="People appear here once the platform sends an event about their call."
    filtered="Only people who were called are listed. Open the person to see who still waits."
  />
);

const columns: readonly DataColumn<ContactResult>[] = [
  {
    id: "contact",
    header: "Contact",
    cell: (row) => <Party {...row} />,
    isRowHeader: true,
    className: "max-narrow:order-1 max-narrow:whitespace-normal",
  },
  {
    id: "calls",
    header: "Calls",
    cell: ({ attempts }) => formatCount(attempts),
    num: true,
    fit: true,
    className: "max-narrow:hidden",
  },
  {
    id: "result",
    header: "Last result",
    cell: (row) => <Result {...row} />,
    className: "narrow:w-[26%] max-narrow:order-3",
  },
  {
    id: "at",
    header: "When",
    cell: ({ at }) => <TimeText at={at} variant="moment" quiet />,
    fit: true,
    className: "max-narrow:order-2 max-narrow:text-right max-narrow:text-ink-3",
  },
  {
    id: "menu",
    header: "",
    cell: (row) => <PersonMenu call_id={row.call_id} number={numberOf(row)} name={row.contact_name} />,
    fit: true,
    className: "max-narrow:order-4 max-narrow:text-right print:hidden",
  },
];

/** With its plus. A number may be masked; undefined if none was sent. */
const numberOf = ({ contact }: ContactResult) => (contact.startsWith("call ") ? undefined : `+${contact}`);

function Party(row: ContactResult) {
  const { contact_name, is_blocked } = row;
  const number = numberOf(row);
  return (
    <>
      {contact_name && <b className="font-[550]">{visibleControls(contact_name)} </b>}
      {number ? <PhoneNumber number={number} /> : !contact_name && "Number not sent"}
      {is_blocked && (
        <span className="ml-2 inline-block">
          <Status word="do not call" tone="fault" pill title="This number is on the do-not-call list." />
        </span>
      )}
    </>
  );
}

function Result({ is_over, result, attempts }: ContactResult) {
  const words = resultWords(result);
  return (
    <>
      {is_over ? (
        <ResultLabel tone={resultTone(words)} words={visibleControls(words)} />
      ) : (
        <ResultLabel tone="live" words="In progress" />
      )}
      {attempts > 1 && <span className="ml-3 text-ink-3 narrow:hidden">{countOf(attempts, "call")}</span>}
    </>
  );
}
