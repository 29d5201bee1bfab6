"use client";

import { Icon } from "@/components/ui/icon";
import { useCopy } from "@/components/ui/use-copy";
import { formatRaw } from "@/lib/format/format-raw";
import { groupPhone } from "./group-phone";

export type PhoneNumberProps = { number: unknown; copyable?: boolean };

/** Groups are drawn with margins: the text content, and what is copied, stays as sent. */
export function PhoneNumber({ number, copyable = false }: PhoneNumberProps) {
  const { copy, copied } = useCopy();
  const text = formatRaw(number);
  if (!copyable) return <PhoneText text={text} />;
  return (
    <button
      type="button"
      className="tel-copy"
      aria-label={`Copy ${text}`}
      onClick={() => void copy(typeof number === "string" ? number : text)}
    >
      <PhoneText text={text} />
      <Icon name={copied ? "check" : "copy"} />
    </button>
  );
}

function PhoneText({ text }: { text: string }) {
  const grouped = groupPhone(text);
  if (!grouped) return <span className="tel">{text}</span>;
  return (
    <span className="tel">
      <i>{grouped.code}</i>
      {grouped.groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of one number never move
        <u key={at}>{group}</u>
      ))}
    </span>
  );
}
