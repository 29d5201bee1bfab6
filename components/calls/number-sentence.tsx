import { useQuery } from "@tanstack/react-query";
import { Uploads } from "@/components/look-up/number-history";
import { useMay } from "@/components/query/use-me";
import { PhoneNumber } from "@/components/record/phone-number";
import { read } from "@/lib/client/query";
import { findNumber } from "@/lib/contract/console/contact-lists";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { plus } from "./found-call";

type NumberSentenceProps = {
  /** The searched text. */
  text: string;
  calls: readonly FoundCall[];
  /** There are more calls than these. */
  isPart: boolean;
};

/** How many calls a searched number has, and which uploads sent it. */
export function NumberSentence({ text, calls, isPart }: NumberSentenceProps) {
  const number = searchedNumber(text, calls);
  const mayFind = useMay(findNumber);
  const uploads = useQuery({ ...read(findNumber, { number: number ?? "" }), enabled: mayFind && number !== undefined });
  if (number === undefined) return <div hidden />;
  const name = calls.find(({ contact_name }) => contact_name !== null)?.contact_name;
  return (
    <div className="border-t border-rule px-(--gutter) py-2.5" role="status">
      <p>
        <b className="font-semibold">
          {calls.length === 0
            ? "No call"
            : isPart
              ? `More than ${countOf(calls.length, "call")}`
              : countOf(calls.length, "call")}
        </b>{" "}
        with <PhoneNumber number={number} />
        {name && `, ${visibleControls(name)}`}.
      </p>
      {uploads.data && <Uploads {...uploads.data.value} campaign_id={undefined} />}
    </div>
  );
}

/** The number in E.164 that a text asks for: the only one of the calls found, or one typed in full. */
export function searchedNumber(text: string, calls: readonly Pick<FoundCall, "contact">[]): string | undefined {
  if (!/^\+?[\d\s().\-/]{4,}$/.test(text)) return undefined;
  const [first, ...others] = new Set(calls.map(({ contact }) => contact));
  const typed = text.replace(/[^\d+]/g, "");
  const number = calls.length > 0 ? (others.length === 0 ? plus(first ?? null) : undefined) : typed;
  return number !== undefined && /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined;
}
