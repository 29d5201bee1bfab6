import type { DataColumn } from "@/components/data-table/data-columns";
import { useAssistantName } from "@/components/query/assistant-name";
import { Money } from "@/components/record/money";
import { PhoneNumber as PhoneText } from "@/components/record/phone-number";
import { Status, UNKNOWN_TITLE, unknownClass } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Shown } from "@/components/ui/page/shown";
import { TimeText } from "@/components/ui/time/time-text";
import { type PhoneNumber, phoneNumber } from "@/lib/contract/api/phone-numbers";
import { rawRow } from "@/lib/contract/fields";
import { compareDecimals } from "@/lib/format/decimal";
import { formatRaw } from "@/lib/format/format-raw";

/** First columns of a CSV export, always present. */
export const numberFields = Object.keys(phoneNumber.fields);

/** Width for a typical word or amount; leaves room for names beside seven such columns. */
const figureFit = "[--fit:132px] max-desk:[--fit:108px]";

export const numberColumns: readonly DataColumn<PhoneNumber>[] = [
  {
    id: "number",
    header: "Number",
    cell: (number) => <PhoneText number={nameOf(number)} />,
    sortBy: ({ phone_number }) => phone_number,
    fit: true,
    isRowHeader: true,
    className: "[--fit:190px] max-desk:[--fit:160px] max-narrow:order-1 max-narrow:text-[14px]",
  },
  {
    id: "name",
    header: "Name",
    cell: ({ friendly_name }) => <Shown value={friendly_name} />,
    sortBy: ({ friendly_name }) => friendly_name,
    className: "max-narrow:order-3 max-narrow:text-ink-2",
  },
  {
    id: "country",
    header: "Country",
    cell: ({ country_code }) => <Shown value={country_code} />,
    sortBy: ({ country_code }) => country_code,
    fit: true,
    className: "beside-drawer:hidden [--fit:132px] max-desk:[--fit:88px] max-mid:hidden",
  },
  {
    id: "direction",
    header: "Direction",
    cell: ({ direction }) => <DirectionWord word={direction} />,
    sortBy: ({ direction }) => direction,
    fit: true,
    className: `beside-drawer:hidden ${figureFit} max-rail:hidden`,
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <NumberStatus word={status} />,
    sortBy: ({ status }) => status,
    fit: true,
    className: `${figureFit} max-narrow:order-2 max-narrow:text-right`,
  },
  {
    id: "assistant",
    header: "Assistant",
    cell: ({ assistant_id }) => <AssistantCell id={assistant_id} />,
    sortBy: ({ assistant_id }) => assistant_id,
    className: "max-narrow:order-5 max-narrow:text-ink-3",
  },
  {
    id: "monthly",
    header: "Monthly",
    cell: ({ localized_monthly_cost: amount, localized_currency: currency }) => (
      <>
        <Money amount={amount} currency={currency} />
        <NoCurrency amount={amount} currency={currency} />
        <RateUnit time="month" />
      </>
    ),
    compare: byAmount((number) => number.localized_monthly_cost),
    sortNote: "Sorts by currency, then amount",
    fit: true,
    num: true,
    className: `${figureFit} max-narrow:order-4 max-narrow:text-ink-2`,
  },
  {
    id: "minute",
    header: "Per minute",
    cell: ({ localized_cost_per_minute: amount, localized_currency: currency }) => (
      <>
        <Money amount={amount} currency={currency} isRate />
        <NoCurrency amount={amount} currency={currency} />
        <RateUnit time="minute" />
      </>
    ),
    compare: byAmount((number) => number.localized_cost_per_minute),
    sortNote: "Sorts by currency, then amount",
    fit: true,
    num: true,
    className: `beside-drawer:hidden ${figureFit} max-rail:hidden max-narrow:order-6 max-narrow:block max-narrow:text-ink-2`,
  },
  {
    id: "updated",
    header: "Updated",
    cell: ({ updated_at }) => <TimeText at={updated_at} variant="short-day" quiet />,
    sortBy: ({ updated_at }) => updated_at,
    fit: true,
    className: `beside-drawer:hidden ${figureFit} max-mid:hidden`,
  },
];

/** The number, else its ID, else the raw value of a malformed row. */
export const nameOf = (number: PhoneNumber) => number.phone_number || number.id || number[rawRow];

/** Sorts by currency first, because amounts in different currencies are not comparable. */
function byAmount(amountOf: (number: PhoneNumber) => string | null | undefined) {
  return (a: PhoneNumber, b: PhoneNumber) => {
    const byCurrency = (a.localized_currency ?? "").localeCompare(b.localized_currency ?? "");
    return byCurrency || (compareDecimals(amountOf(a), amountOf(b)) ?? 0);
  };
}

export function NumberStatus({ word, pill = false }: { word: unknown; pill?: boolean }) {
  const toneOf = useStatusMeaning("phone-numbers");
  return <Status word={word} tone={toneOf("status", word)} pill={pill} />;
}

type NoCurrencyProps = { amount: string | null | undefined; currency: string | null | undefined };

const NoCurrency = ({ amount, currency }: NoCurrencyProps) =>
  amount && !currency ? (
    <span className="unit-text" title="No currency is given">
      no currency
    </span>
  ) : null;

/** Unit for narrow screens, which hide the column header. */
function RateUnit({ time }: { time: string }) {
  return <span className="hidden text-sm leading-[inherit] text-ink-3 max-narrow:inline">{` a ${time}`}</span>;
}

function DirectionWord({ word }: { word: unknown }) {
  if (word === "inbound") return word;
  return (
    <span className={unknownClass} title={UNKNOWN_TITLE}>
      {formatRaw(word)}
    </span>
  );
}

function AssistantCell({ id }: { id: string | null | undefined }) {
  if (!id)
    return (
      <span className="text-ink-3" title={formatRaw(id)}>
        None attached
      </span>
    );
  return <NamedAssistant id={id} />;
}

function NamedAssistant({ id }: { id: string }) {
  const name = useAssistantName(id);
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {name && <b className="block min-w-0 shrink-[9999] truncate font-[450]">{name}</b>}
      <span className="beside-drawer:hidden min-w-0 max-mid:hidden">
        <CopyId id={id} quiet />
      </span>
    </span>
  );
}
