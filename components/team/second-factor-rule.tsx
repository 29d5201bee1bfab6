import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useOwnSend } from "@/components/send/use-send-fault";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { Section } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { getSecondFactor, requireSecondFactor } from "@/lib/contract/console/people/second-factor";

const options = [
  { value: "nobody", label: "Nobody" },
  { value: "admins", label: "Admins" },
  { value: "everyone", label: "Everyone" },
] as const;

/** Who must use a second factor. Only an admin who has just used their own can change it. Signs nobody out. */
export function SecondFactorRule() {
  const own = useQuery(read(getSecondFactor, {}));
  const change = useOwnSend(requireSecondFactor, "Require a second factor");
  return (
    <Section title="Required second factor" note="People without one set it up at their next sign-in">
      <QueryView query={own} label="the second factor" rows={1}>
        {({ value: { required_of, was_used } }) =>
          was_used ? (
            <SegmentedControl
              label="A second factor is required of"
              options={options}
              value={change.isPending ? change.variables.of : required_of}
              onChange={(of) => of !== required_of && change.mutate({ of })}
            />
          ) : (
            <p className="text-ink-2">
              Required of {required_of}. To change this, sign in with your own second factor. You set it up under{" "}
              <Link className={linkClass} href="/settings">
                Settings
              </Link>
              .
            </p>
          )
        }
      </QueryView>
    </Section>
  );
}
