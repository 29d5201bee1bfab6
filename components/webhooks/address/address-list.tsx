import { useState } from "react";
import { useFormSend } from "@/components/send/use-send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { Button, LinkButton } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TextField } from "@/components/ui/fields/field";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { TimeText } from "@/components/ui/time/time-text";
import { addAddress, type HookAddress, removeAddress } from "@/lib/contract/console/inbox/addresses";
import { countOf, formatBytes } from "@/lib/format/format-count";

const LimitDialog = deferred(async () => (await import("./content-space")).LimitDialog);

type Asked = { kind: "add" | "rotate" } | { kind: "remove" | "limit"; address: HookAddress };

type AddressListProps = { addresses: readonly HookAddress[]; maySetUp: boolean };

export function AddressList({ addresses, maySetUp }: AddressListProps) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-center justify-end gap-2">
        <h2 className="mr-auto mb-0!">Addresses</h2>
        {maySetUp && (
          <>
            <Button
              size="small"
              variant="bare"
              icon="plus"
              aria-haspopup="dialog"
              onClick={() => setAsked({ kind: "add" })}
            >
              Add
            </Button>
            <Button size="small" icon="refresh" aria-haspopup="dialog" onClick={() => setAsked({ kind: "rotate" })}>
              Rotate…
            </Button>
          </>
        )}
      </div>
      <ul className="border-t border-rule">
        {addresses.map((address) => (
          <AddressRow
            key={address.id}
            address={address}
            onRemove={maySetUp ? () => setAsked({ kind: "remove", address }) : undefined}
            onLimit={maySetUp ? () => setAsked({ kind: "limit", address }) : undefined}
          />
        ))}
      </ul>
      {addresses.length > 1 && (
        <p className="mt-2 text-sm/[18px] text-ink-3">
          All of them work, so no event is lost while you change the platform. Remove an old one when no more events
          come to it.
        </p>
      )}
      {asked?.kind === "remove" && <RemoveAddress address={asked.address} onClose={close} />}
      {asked?.kind === "limit" && <LimitDialog address={asked.address} onClose={close} />}
      {(asked?.kind === "add" || asked?.kind === "rotate") && (
        <AddAddress isRotation={asked.kind === "rotate"} onClose={close} />
      )}
    </section>
  );
}

type AddressRowProps = {
  address: HookAddress;
  onRemove: (() => void) | undefined;
  onLimit: (() => void) | undefined;
};

function AddressRow({ address, onRemove, onLimit }: AddressRowProps) {
  const { name, last_four, last_event_at, webhooks, budget } = address;
  const content = contentWords(budget);
  return (
    <li className="flex items-start gap-2 border-b border-rule py-2">
      <StatusIcon tone={webhooks.length > 0 ? "ok" : "idle"} tinted className="mt-1 flex-none" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-semibold">{name}</b> <code className="text-ink-3">…{last_four}</code>
        <span className="block text-sm text-ink-3">
          {last_event_at ? (
            <>
              last event <TimeText at={last_event_at} variant="relative" />
            </>
          ) : (
            "no event yet"
          )}
          {webhooks.length === 0 && ", no webhook of the platform has it"}
        </span>
        <span className={`block text-sm ${content.isNear ? "text-wait-ink" : "text-ink-3"}`}>
          {content.text}{" "}
          {onLimit && (
            <LinkButton aria-haspopup="dialog" aria-label={`Change the limit of ${name}`} onClick={onLimit}>
              Change
            </LinkButton>
          )}
        </span>
      </span>
      {onRemove && (
        <Button size="small" variant="stop" aria-haspopup="dialog" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove…
        </Button>
      )}
    </li>
  );
}

function AddAddress({ isRotation, onClose }: { isRotation: boolean; onClose: () => void }) {
  const add = useFormSend(addAddress, onClose);
  const [name, setName] = useState("");
  const lead = isRotation
    ? "This makes a second address. Enter it on the platform instead of the old one. Both work until you remove the old one, so no event is lost."
    : "For another webhook of the platform, such as one for tests.";
  return (
    <FormDialog
      title={isRotation ? "Rotate the address" : "Add an address"}
      lead={lead}
      submitLabel="Make an address"
      isReady={name.trim() !== ""}
      isSending={add.isPending}
      onClose={onClose}
      onSubmit={() => add.mutate({ name })}
    >
      <TextField
        label="Name"
        data-first-focus
        maxLength={60}
        autoComplete="off"
        value={name}
        error={add.error?.message}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}

function RemoveAddress({ address, onClose }: { address: HookAddress; onClose: () => void }) {
  const remove = useFormSend(removeAddress, onClose);
  const { id, name, last_four, webhooks } = address;
  const input = { address_id: id };
  return (
    <ConfirmDialog
      question={`Remove ${name}, …${last_four}?`}
      confirmLabel="Remove the address"
      isSending={remove.isPending}
      error={remove.error?.message}
      onClose={onClose}
      onConfirm={() => remove.mutate(input)}
    >
      <p>Events that are sent to it are refused from now on and not stored. This cannot be undone.</p>
      {webhooks.length > 0 && (
        <p className="mt-2 text-wait-ink">
          {webhooks.length === 1 ? "This webhook of the platform still uses it: " : "These webhooks still use it: "}
          <code>{webhooks.map((webhook) => webhook.id).join(", ")}</code>
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Near its limit, an admin can still raise it before contents are left out. */
const nearShare = 0.8;

/** How much content an address kept today, in UTC. */
export function contentWords({ used, bytes, left_out }: HookAddress["budget"]): { text: string; isNear: boolean } {
  const text = `Content kept today: ${formatBytes(used)} of ${formatBytes(bytes)}`;
  if (left_out > 0)
    return { text: `${text}. ${countOf(left_out, "content was", "contents were")} left out.`, isNear: true };
  return { text, isNear: used >= nearShare * bytes };
}
