import { useMutation, useQuery } from "@tanstack/react-query";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { SettingRow } from "@/components/ui/page/setting-row";
import { TechnicalDetail } from "@/components/ui/page/technical-detail";
import { TimeText } from "@/components/ui/time/time-text";
import { askAuth } from "@/lib/client/ask-auth";
import { read } from "@/lib/client/query";
import { disconnectSso, getSso, type Sso, type SsoFault } from "@/lib/contract/console/people/sso";

/** The user's account at the provider of single sign-on. `fault` is why connecting it failed. */
export function SsoRow({ fault }: { fault: SsoFault | undefined }) {
  const sso = useQuery(read(getSso, {})).data?.value;
  if (!sso?.provider && !fault) return null;
  return (
    <SettingRow title="Single sign-on" note={<SsoNote sso={sso} fault={fault} />}>
      {sso?.provider && <SsoControl sso={sso} provider={sso.provider} />}
    </SettingRow>
  );
}

function SsoNote({ sso, fault }: { sso: Sso | undefined; fault: SsoFault | undefined }) {
  return (
    <>
      {sso === undefined ? (
        "Loading…"
      ) : sso.provider === null ? (
        "No provider of single sign-on is set up."
      ) : sso.connected_since === null ? (
        `Not connected to ${sso.provider}. You sign in with your password.`
      ) : (
        <>
          Connected to {sso.provider} since <TimeText at={sso.connected_since} variant="day" quiet />.
        </>
      )}
      {fault && (
        <span className="block pt-1">
          <FieldError isAlert>{fault.message}</FieldError>
        </span>
      )}
      {fault?.code && (
        <TechnicalDetail>
          <span className="text-sm/6">
            Code: <code>{fault.code}</code>
          </span>
        </TechnicalDetail>
      )}
    </>
  );
}

function SsoControl({ sso: { connected_since, has_password, is_only }, provider }: { sso: Sso; provider: string }) {
  if (connected_since === null) return <Connect provider={provider} />;
  return has_password && !is_only ? <Disconnect provider={provider} /> : null;
}

function Connect({ provider }: { provider: string }) {
  const connect = useMutation({
    mutationFn: () => askAuth<{ location: string }>("sso/connect", {}),
    networkMode: "always",
    onSuccess: ({ location: next }) => location.assign(next),
  });
  return (
    <span className="grid justify-items-end gap-1">
      <Button isSending={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
        Connect {provider}
      </Button>
      {connect.error && <FieldError isAlert>{connect.error.message}</FieldError>}
    </span>
  );
}

function Disconnect({ provider }: { provider: string }) {
  const disconnect = useOwnSend(disconnectSso, "Disconnect");
  return (
    <AskPopover
      trigger={<Button isSending={disconnect.isPending}>Disconnect {provider}</Button>}
      question={`Disconnect ${provider}?`}
      confirmLabel="Disconnect"
      onConfirm={() => disconnect.mutate({})}
    >
      You sign in with your password from then on.
    </AskPopover>
  );
}
