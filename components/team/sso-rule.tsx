import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Switch } from "@/components/ui/fields/switch";
import { Section } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { getSso, setSsoOnly } from "@/lib/contract/console/people/sso";

/** The switch "single sign-on only". Not shown without a provider. */
export function SsoRule() {
  const sso = useQuery(read(getSso, {}));
  const change = useOwnSend(setSsoOnly, "Allow single sign-on only");
  if (sso.data?.value.provider === null) return null;
  return (
    <Section title="Single sign-on only" note="Passwords are refused, except those of local admins">
      <QueryView query={sso} label="single sign-on" rows={1}>
        {({ value: { provider, is_only, is_session } }) => {
          const isOn = change.isPending ? change.variables.is_on : is_only;
          return (
            <>
              <Switch
                aria-label="Single sign-on only"
                checked={isOn}
                disabled={!is_only && !is_session}
                isSending={change.isPending}
                onChange={(next) => change.mutate({ is_on: next })}
              >
                {isOn ? "On" : "Off"}
              </Switch>
              <p className="mt-1 text-sm/[17px] text-ink-3">
                {!is_only && !is_session && `To switch it on, sign in with ${provider}. `}A local admin has a password
                and a second factor and is not connected to {provider}. There must always be one.
              </p>
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}
