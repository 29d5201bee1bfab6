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
  if (!grouped) return <span className={telClass}>{text}</span>;
  return (
    <span className={telClass}>
      <i className="mr-[0.32em] font-normal text-ink-2 not-italic">{grouped.code}</i>
      {grouped.groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of one number never move
        <u key={at} className="mr-[0.3em] no-underline last:mr-0">
          {group}
        </u>
      ))}
    </span>
  );
}

const telClass = [
  "font-[550] tracking-[0.002em] whitespace-nowrap",
  "in-[dd,h1,h2]:text-left in-[dd,h1,h2]:wrap-anywhere in-[dd,h1,h2]:whitespace-normal",
].join(" ");
