import { usePhoneFormats } from "@/components/query/phone-formats";
import { Icon } from "@/components/ui/buttons/icon";
import { useCopy } from "@/components/ui/buttons/use-copy";
import { callingCodeOf } from "@/lib/format/calling-code";
import { formatRaw } from "@/lib/format/format-raw";
import { groupPhone } from "@/lib/format/group-phone";

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
  const grouped = groupPhone(text, usePhoneFormats(callingCodeOf(text)));
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
