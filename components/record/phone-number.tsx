"use client";

import { Icon } from "@/components/ui/buttons/icon";
import { useCopy } from "@/components/ui/buttons/use-copy";
import { callingCodeOf } from "@/lib/format/calling-code";
import { formatRaw } from "@/lib/format/format-raw";

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
      {grouped.groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of one number never move
        <u key={at}>{group}</u>
      ))}
    </span>
  );
}

type PhoneGroups = { code: string; groups: string[] };

/** Splits E.164 text for display only: fours from the right, +1 as 3-3-4. Undefined when it is not E.164. */
export function groupPhone(text: string): PhoneGroups | undefined {
  const code = callingCodeOf(text);
  if (code === undefined) return undefined;
  const rest = text.slice(code.length);
  if (code === "+1" && rest.length === 10) return { code, groups: [rest.slice(0, 3), rest.slice(3, 6), rest.slice(6)] };
  return { code, groups: foursFromRight(rest) };
}

function foursFromRight(digits: string): string[] {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 4) groups.unshift(digits.slice(Math.max(0, end - 4), end));
  return groups;
}
