import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { recoveryLead, recoveryText } from "@/components/send/recovery-text";
import { ShownOnceDialog } from "@/components/send/shown-once-dialog";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import {
  fewCodes,
  getSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
  turnOffSecondFactor,
} from "@/lib/contract/console/people/second-factor";
import { countOf } from "@/lib/format/format-count";
import { SettingRow } from "../setting-row";

const SetUpDialog = deferred(async () => (await import("./second-factor-dialogs")).SetUpDialog);
const CodeDialog = deferred(async () => (await import("./second-factor-dialogs")).CodeDialog);

/** The user's second factor: an authenticator app and recovery codes. */
export function SecondFactorSection() {
  const factor = useQuery(read(getSecondFactor, {}));
  const [dialog, setDialog] = useState<"set-up" | "codes" | "off">();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setDialog(undefined);
  const showCodes = (next: readonly string[]) => {
    close();
    setCodes(next);
  };
  return (
    <Section title="Second factor" note="A code from your phone, after your password">
      {/* Height of two rows, to avoid layout shift while they load. */}
      <div className="min-h-24">
        <QueryView query={factor} label="your second factor">
          {({ value }) => <FactorRows factor={value} onOpen={setDialog} />}
        </QueryView>
      </div>
      {dialog === "set-up" && <SetUpDialog onCodes={showCodes} onClose={close} />}
      {dialog === "codes" && (
        <CodeDialog
          op={renewRecoveryCodes}
          title="Make new recovery codes?"
          lead="The earlier ones stop working."
          submitLabel="Make new codes"
          onDone={({ codes = [] }) => showCodes(codes)}
          onClose={close}
        />
      )}
      {dialog === "off" && (
        <CodeDialog
          op={turnOffSecondFactor}
          title="Turn off your second factor?"
          lead={
            factor.data?.value.is_required
              ? "It is required: you are signed out everywhere, and set it up again when you sign in."
              : "You are signed out in other browsers. Your recovery codes stop working."
          }
          submitLabel="Turn off"
          onDone={close}
          onClose={close}
        />
      )}
      {codes && (
        <ShownOnceDialog
          title="Save your recovery codes"
          lead={recoveryLead}
          secret={recoveryText(codes)}
          name="the recovery codes"
          onClose={() => setCodes(undefined)}
        />
      )}
    </Section>
  );
}

type FactorRowsProps = { factor: SecondFactor; onOpen: (dialog: "set-up" | "codes" | "off") => void };

function FactorRows({ factor: { is_on, since, is_required, codes_left }, onOpen }: FactorRowsProps) {
  if (!is_on)
    return (
      <SettingRow
        title="Authenticator app"
        note={is_required ? "Off. You are asked to set it up at your next sign-in." : "Off"}
      >
        <Button aria-haspopup="dialog" load={SetUpDialog.load} onClick={() => onOpen("set-up")}>
          Set up…
        </Button>
      </SettingRow>
    );
  return (
    <>
      <SettingRow
        title="Authenticator app"
        note={
          since && (
            <>
              On since <TimeText at={since} variant="day" quiet />
            </>
          )
        }
      >
        <Button aria-haspopup="dialog" load={CodeDialog.load} onClick={() => onOpen("off")}>
          Turn off…
        </Button>
      </SettingRow>
      <SettingRow
        title="Recovery codes"
        note={
          <span className={codes_left <= fewCodes ? "text-wait-ink" : ""}>
            {countOf(codes_left, "code")} left{codes_left <= fewCodes && ": make new ones"}
          </span>
        }
      >
        <Button aria-haspopup="dialog" load={CodeDialog.load} onClick={() => onOpen("codes")}>
          Make new codes…
        </Button>
      </SettingRow>
    </>
  );
}
