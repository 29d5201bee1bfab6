import { useMutation, useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { Section } from "@/components/ui/page/section";
import { TechnicalDetail } from "@/components/ui/page/technical-detail";
import { TimeText } from "@/components/ui/time/time-text";
import { askAuth } from "@/lib/client/ask-auth";
import { read } from "@/lib/client/query";
import { disconnectSso, getSso, type Sso, type SsoFault } from "@/lib/contract/console/people/sso";
import { SettingRow } from "../setting-row";

/** The user's account at the provider of single sign-on. `fault` is why connecting it failed. */
export function SsoSection({ fault }: { fault: SsoFault | undefined }) {
  const sso = useQuery(read(getSso, {}));
  return (
    <Section title="Single sign-on" note="One account for all of your team's tools">
      <div className="min-h-12">
        <QueryView query={sso} label="your single sign-on" rows={1}>
          {({ value }) => <Connection sso={value} />}
        </QueryView>
      </div>
      {fault && (
        <div className="pt-1">
          <FieldError isAlert>{fault.message}</FieldError>
          {fault.code && (
            <TechnicalDetail>
              <p className="text-sm/6 text-ink-2">
                Code: <code>{fault.code}</code>
              </p>
            </TechnicalDetail>
          )}
        </div>
      )}
    </Section>
  );
}

function Connection({ sso: { provider, connected_since: since, has_password, is_only } }: { sso: Sso }) {
  if (provider === null) return <p className="text-ink-2">No provider of single sign-on is set up.</p>;
  if (since === null)
    return (
      <SettingRow title={provider} note="Not connected. You sign in with your password.">
        <Connect provider={provider} />
      </SettingRow>
    );
  return (
    <SettingRow
      title={provider}
      note={
        <>
          Connected since <TimeText at={since} variant="day" quiet />
        </>
      }
    >
      {has_password && !is_only && <Disconnect provider={provider} />}
    </SettingRow>
  );
}

function Connect({ provider }: { provider: string }) {
  const connect = useMutation({
    mutationFn: () => askAuth<{ location: string }>("sso/connect", {}),
    networkMode: "always",
    onSuccess: ({ location: next }) => location.assign(next),
  });
  return (
    <>
      <Button isSending={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
        Connect {provider}
      </Button>
      {connect.error && <FieldError isAlert>{connect.error.message}</FieldError>}
    </>
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
