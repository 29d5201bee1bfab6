import { useQuery } from "@tanstack/react-query";
import { ReadRow } from "@/components/query/read-row";
import { useOwnSend } from "@/components/send/use-send-fault";
import { TextLink } from "@/components/ui/buttons/link";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
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
    <ReadRow
      title="Required second factor"
      query={own}
      isWide
      note={({ required_of, was_used }) => (
        <>
          {required_of === "nobody"
            ? "Not required."
            : `Required for ${required_of}. People without one set it up at their next sign-in.`}
          {!was_used && (
            <>
              {" "}
              To change this, sign in with your own second factor. You set it up under{" "}
              <TextLink href="/settings">Settings</TextLink>.
            </>
          )}
        </>
      )}
    >
      {({ required_of, was_used }) =>
        was_used && (
          <SegmentedControl
            label="A second factor is required of"
            options={options}
            value={change.isPending ? change.variables.of : required_of}
            onChange={(of) => of !== required_of && change.mutate({ of })}
          />
        )
      }
    </ReadRow>
  );
}
