import { Icon } from "@/components/ui/buttons/icon";
import { useCopy } from "@/components/ui/buttons/use-copy";
import { callingCodeOf } from "@/lib/format/calling-code";
import { formatRaw } from "@/lib/format/format-raw";
import { phoneFormats } from "@/lib/format/phone-formats";

export type PhoneNumberProps = { number: unknown; copyable?: boolean };

/** Groups are drawn with margins: the text content, and what is copied, stays as sent. */
export function PhoneNumber({ number, copyable = false }: PhoneNumberProps) {
  const { copy, copied } = useCopy();
  const text = formatRaw(number);
  if (!copyable) return <PhoneText text={text} />;
  return (
    <button
      type="button"
      className="group/tel inline-flex min-h-6 cursor-pointer items-center gap-[5px]"
      aria-label={`Copy ${text}`}
      onClick={() => void copy(typeof number === "string" ? number : text)}
    >
      <PhoneText text={text} />
      <Icon
        name={copied ? "check" : "copy"}
        medium
        className="text-ink-3 opacity-0 group-hover/tel:opacity-100 group-focus-visible/tel:opacity-100"
      />
    </button>
  );
}

function PhoneText({ text }: { text: string }) {
  const grouped = groupPhone(text);
  if (!grouped) return <span className="phone-number wraps-in-details">{text}</span>;
  return (
    <span className="phone-number wraps-in-details">
      <i>{grouped.code}</i>
      {grouped.groups.map(({ digits, isHyphened }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of one number never move
        <u key={at} className={isHyphened ? "-ml-[0.3em] before:content-['-']" : undefined}>
          {digits}
        </u>
      ))}
    </span>
  );
}

type PhoneGroup = { digits: string; isHyphened: boolean };
type PhoneGroups = { code: string; groups: PhoneGroup[] };

const formatsByCode = new Map(
  phoneFormats.map(([code, formats]) => [
    `+${code}`,
    formats.map(([pattern, format, leading]) => ({
      isFor: new RegExp(`^(?=${leading})${pattern}$`),
      parts: format.match(/[^$]*\$\d/g) ?? [],
    })),
  ]),
);

/** Groups E.164 text as its country writes it internationally, for display only. Undefined when it is not E.164. */
export function groupPhone(text: string): PhoneGroups | undefined {
  const code = callingCodeOf(text);
  if (code === undefined) return undefined;
  const rest = text.slice(code.length);
  for (const { isFor, parts } of formatsByCode.get(code) ?? []) {
    const match = isFor.exec(rest);
    if (!match) continue;
    const groups = parts.map((part) => ({ digits: match[Number(part.at(-1))] ?? "", isHyphened: part.includes("-") }));
    // Some formats write other digits than those that are dialled.
    if (groups.map(({ digits }) => digits).join("") === rest) return { code, groups };
  }
  return { code, groups: [{ digits: rest, isHyphened: false }] };
}
