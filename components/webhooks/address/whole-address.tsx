import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { FieldError } from "@/components/ui/fields/field";
import { write } from "@/lib/client/query";
import { type HookAddress, showAddress, testAddress } from "@/lib/contract/console/inbox/addresses";

/** `••••` stands for the token. */
export const maskedAddress = ({ host, last_four }: Pick<HookAddress, "host" | "last_four">) =>
  `${host}/hooks/••••••${last_four}`;

/** The whole address of one that is listed. Reading it is recorded. */
export function useWholeAddress(address_id: string) {
  const show = useMutation(write(showAddress));
  // After *Rotate…* the page shows another address, and the answer for the earlier one must not stand for it.
  const url = show.variables?.address_id === address_id ? show.data?.value.url : undefined;
  return { show, url, load: async () => url ?? (await show.mutateAsync({ address_id })).value.url };
}

type WholeAddressProps = { address: HookAddress; isNew: boolean };

export function WholeAddress({ address, isNew }: WholeAddressProps) {
  const { show, url, load } = useWholeAddress(address.id);
  const [shownId, setShownId] = useState<string>();
  const isShown = shownId === address.id;
  const whole = isShown ? url : undefined;
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-2 rounded-2 border border-edge py-1.5 pr-1.5 pl-3.5">
        <code className="min-w-0 flex-1 wrap-anywhere text-ink max-narrow:basis-full">
          {whole ?? maskedAddress(address)}
        </code>
        <Button
          variant="bare"
          icon={whole ? "eyeoff" : "eye"}
          className="max-narrow:h-11"
          aria-pressed={whole !== undefined}
          isSending={show.isPending}
          sendingLabel="Show"
          onClick={() => {
            setShownId(isShown ? undefined : address.id);
            if (!isShown && url === undefined) show.mutate({ address_id: address.id });
          }}
        >
          {whole ? "Hide" : "Show"}
        </Button>
        <CopyButton
          variant={isNew ? "primary" : "plain"}
          className="max-narrow:h-11"
          text={load}
          name="the address"
          title="Recorded in the audit log"
        >
          Copy address
        </CopyButton>
      </div>
      {show.error && <FieldError isAlert>{show.error.message}</FieldError>}
      <TestAddress address_id={address.id} />
    </>
  );
}

function TestAddress({ address_id }: { address_id: string }) {
  const test = useMutation(write(testAddress));
  const isOfThis = test.variables?.address_id === address_id;
  const result = isOfThis ? test.data?.value : undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        icon="right"
        className="max-narrow:h-11"
        isSending={test.isPending}
        sendingLabel="Sending…"
        onClick={() => test.mutate({ address_id })}
      >
        Send a test event
      </Button>
      <span className="flex min-w-0 items-baseline gap-1.5 text-sm/5" role="status">
        {result ? (
          <>
            <StatusIcon tone={result.is_received ? "ok" : "fault"} tinted className="flex-none" />
            {result.message}
          </>
        ) : (
          ((isOfThis ? test.error?.message : undefined) ?? "Sent to the public address, so the proxy is tested too.")
        )}
      </span>
    </div>
  );
}
