"use client";

import { useRef, useState } from "react";
import { Control, ControlStrip } from "@/components/ui/control-strip";
import { SendControl } from "@/components/ui/send-control";
import { SendFault } from "@/components/ui/send-fault";
import { useKeys } from "@/components/ui/use-keys";
import { useSend } from "@/components/ui/use-send";
import { cancelCampaign, pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/campaigns";
import { cancelAsk, resumeAsk, startAsk } from "./campaign-asks";

/** All four are always offered: the API contract does not say which state allows which. */
export function CampaignControls({ campaign_id }: { campaign_id: string }) {
  const input = { campaign_id };
  const start = useSend(startCampaign, input, { what: "Start" });
  const pause = useSend(pauseCampaign, input, { what: "Pause" });
  const resume = useSend(resumeCampaign, input, { what: "Resume" });
  const cancel = useSend(cancelCampaign, input, { what: "Cancel" });
  const [asking, setAsking] = useState<"start" | "resume">();
  const pauseControl = useRef<HTMLButtonElement>(null);
  const isAsking = (which: "start" | "resume") => ({
    open: asking === which,
    onOpenChange: (isOpen: boolean) => setAsking(isOpen ? which : undefined),
  });

  useKeys({
    S: () => setAsking("start"),
    E: () => setAsking("resume"),
    // A letter never sends: Enter does, on the control it led to.
    P: () => pauseControl.current?.focus(),
  });

  return (
    <>
      <ControlStrip label="Controls">
        <SendControl send={start} ask={startAsk} {...isAsking("start")}>
          {(off) => (
            <Control
              {...off}
              icon="play"
              label="Start"
              shortcut="S"
              note={start.off ?? "Asks once, then sends"}
              isSending={start.isSending}
            />
          )}
        </SendControl>
        <SendControl send={pause} ask={{ by: "nothing" }}>
          {(on) => (
            <Control
              {...on}
              ref={pauseControl}
              icon="pause"
              label="Pause"
              shortcut="P"
              note={pause.off ?? "Sends at once"}
              isSending={pause.isSending}
            />
          )}
        </SendControl>
        <SendControl send={resume} ask={resumeAsk} {...isAsking("resume")}>
          {(off) => (
            <Control
              {...off}
              icon="resume"
              label="Resume"
              shortcut="E"
              note={resume.off ?? "Asks once, then sends"}
              isSending={resume.isSending}
            />
          )}
        </SendControl>
        <SendControl send={cancel} ask={cancelAsk(campaign_id)}>
          {(on) => (
            <Control
              {...on}
              icon="cancel"
              label="Cancel…"
              note={cancel.off ?? "Asks you to type the ID"}
              isSending={cancel.isSending}
              stop
            />
          )}
        </SendControl>
      </ControlStrip>
      {[start, pause, resume, cancel].map(
        ({ what, error, dismiss }) =>
          error && <SendFault key={what} error={error} what={what} resource="campaigns" onDismiss={dismiss} />,
      )}
    </>
  );
}
