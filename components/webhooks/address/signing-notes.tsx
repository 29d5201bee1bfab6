import { useState } from "react";
import { useFormSend } from "@/components/send/use-send-fault";
import { LinkButton } from "@/components/ui/buttons/button";
import { TextLink } from "@/components/ui/buttons/link";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { TimeText } from "@/components/ui/time/time-text";
import { endEarlierSecret, type HookAddress } from "@/lib/contract/console/inbox/addresses";
import { eventKey } from "@/lib/contract/console/webhook-log/deliveries";

type SigningChange = Pick<HookAddress, "signing" | "refuses_unsigned"> & { hasSecret: boolean };

/** A sentence on events that the platform still signs as before. Undefined if they are accepted as before. */
export function changeWords(address: HookAddress, { signing, refuses_unsigned, hasSecret }: SigningChange) {
  if (address.signing === "none" || signing === "none") return undefined;
  if (signing !== address.signing)
    return refuses_unsigned
      ? "Events that are still signed the earlier way are refused as soon as you save this. To lose none, turn off Refuse unsigned events until the platform signs them the new way."
      : "Events that are still signed the earlier way are stored, and marked as not valid.";
  if (!hasSecret) return undefined;
  const ends = address.earlier_until === null ? "" : " The one before it ends as soon as you save this.";
  return `The secret that is stored now is accepted too for a day, so that no event fails while you change it on the platform.${ends}`;
}

/** Until when the earlier secret is accepted. An admin can end it at once. */
export function EarlierSecret({ address, until }: { address: HookAddress; until: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const end = useFormSend(endEarlierSecret, () => setIsAsked(false));
  const input = { address_id: address.id };
  return (
    <p className="text-sm/[18px] text-ink-2" role="status">
      The earlier secret is accepted too, until <TimeText at={until} variant="moment" />.{" "}
      <LinkButton aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        End it now
      </LinkButton>
      {isAsked && (
        <ConfirmDialog
          question={`End the earlier secret of ${address.name}?`}
          confirmLabel="End it now"
          isSending={end.isPending}
          error={end.error?.message}
          onClose={() => setIsAsked(false)}
          onConfirm={() => end.mutate(input)}
        >
          <p>
            {address.refuses_unsigned
              ? "Events that the platform still signs with it are refused from now on and not stored."
              : "Events that the platform still signs with it are marked as not valid from now on."}
          </p>
        </ConfirmDialog>
      )}
    </p>
  );
}

/** The latest events whose signature was missing or not valid, each with the reason. */
export function UnsignedArrivals({ arrivals }: { arrivals: HookAddress["unsigned"] }) {
  if (arrivals.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 mb-1 font-semibold">Latest events without a valid signature</h3>
      <ul className="border-t border-rule">
        {arrivals.map(({ at, fault, is_refused, event_id }) => (
          <li key={`${at} ${event_id} ${fault}`} className="border-b border-rule py-1.5 text-sm/[18px] wrap-anywhere">
            <span className="text-ink-3">
              <TimeText at={at} variant="moment" />
              {is_refused && ", refused"}
              {event_id !== null && (
                <>
                  , <TextLink href={`/webhooks?${new URLSearchParams({ entry: eventKey(event_id) })}`}>event</TextLink>
                </>
              )}
            </span>
            <span className="block text-wait-ink">{fault}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
