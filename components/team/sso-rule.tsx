import { useQuery } from "@tanstack/react-query";
import { ReadRow } from "@/components/query/read-row";
import { useOwnSend } from "@/components/send/use-send-fault";
import { TextLink } from "@/components/ui/buttons/link";
import { Switch } from "@/components/ui/fields/switch";
import { read } from "@/lib/client/query";
import { getSso, type Sso, setSsoOnly } from "@/lib/contract/console/people/sso";

/** The switch "single sign-on only". Without a provider, how to set one up. */
export function SsoRule() {
  const sso = useQuery(read(getSso, {}));
  const change = useOwnSend(setSsoOnly, "Allow single sign-on only");
  return (
    <ReadRow
      title={sso.data?.value.provider === null ? "Single sign-on" : "Single sign-on only"}
      query={sso}
      note={(value) => <SsoNote sso={value} />}
    >
      {({ provider, is_only, is_session }) =>
        provider !== null && (
          <Switch
            aria-label="Single sign-on only"
            checked={change.isPending ? change.variables.is_on : is_only}
            disabled={!is_only && !is_session}
            isSending={change.isPending}
            onChange={(next) => change.mutate({ is_on: next })}
          />
        )
      }
    </ReadRow>
  );
}

function SsoNote({ sso: { provider, is_only, is_session } }: { sso: Sso }) {
  if (provider === null)
    return (
      <>
        No provider is set up. <TextLink href="/help/single-sign-on">Single sign-on</TextLink> says how.
      </>
    );
  return (
    <>
      {is_only ? "On: passwords are refused, except those of local admins. " : "Off: people may use a password. "}
      {!is_only && !is_session && `To switch it on, sign in with ${provider}. `}A local admin has a password and a
      second factor and is not connected to {provider}. There must always be one.
    </>
  );
}
