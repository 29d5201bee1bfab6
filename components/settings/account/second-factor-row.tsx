import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadRow } from "@/components/query/read-row";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { fewCodes, getSecondFactor, type SecondFactor } from "@/lib/contract/console/people/second-factor";
import { countOf } from "@/lib/format/format-count";

const SecondFactorDialogs = deferred(async () => (await import("./second-factor-dialogs")).SecondFactorDialogs);

/** The user's second factor: an authenticator app and recovery codes. */
export function SecondFactorRow() {
  const factor = useQuery(read(getSecondFactor, {}));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ReadRow title="Second factor" query={factor} note={(value) => <FactorNote factor={value} />}>
        {({ is_on }) => (
          <Button aria-haspopup="dialog" load={SecondFactorDialogs.load} onClick={() => setIsOpen(true)}>
            {is_on ? "Manage…" : "Set up…"}
          </Button>
        )}
      </ReadRow>
      {isOpen && factor.data && <SecondFactorDialogs factor={factor.data.value} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function FactorNote({ factor: { is_on, since, is_required, codes_left } }: { factor: SecondFactor }) {
  if (!is_on) return is_required ? "Off. You are asked to set it up at your next sign-in." : "Off.";
  const codes = `${countOf(codes_left, "recovery code")} left`;
  return (
    <>
      {since ? (
        <>
          On since <TimeText at={since} variant="day" quiet />,
        </>
      ) : (
        "On,"
      )}{" "}
      with an authenticator app.{" "}
      {codes_left <= fewCodes && <span className="text-wait-ink">{codes}: make new ones.</span>}
    </>
  );
}
