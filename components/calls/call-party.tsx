import { CallLink } from "@/components/record/call-link";
import { PhoneNumber } from "@/components/record/phone-number";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { shortenId, visibleControls } from "@/lib/format/format-raw";
import { plus } from "./found-call";

type CallPartyProps = {
  found: FoundCall;
  /** Links to the call. Rows of a table link by themselves. */
  isLinked?: boolean;
};

/** Name and number of the other party; the call's ID if neither is known. */
export function CallParty({ found: { call_id, contact, contact_name }, isLinked = false }: CallPartyProps) {
  const number = plus(contact);
  const name = contact_name ? (
    <b className="font-[550]">{visibleControls(contact_name)}</b>
  ) : number ? (
    <PhoneNumber number={number} />
  ) : (
    <code>{shortenId(call_id)}</code>
  );
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 wrap-anywhere">
      {isLinked ? <CallLink call_id={call_id}>{name}</CallLink> : name}
      {contact_name && number && (
        <span className="text-ink-2">
          <PhoneNumber number={number} />
        </span>
      )}
    </span>
  );
}
