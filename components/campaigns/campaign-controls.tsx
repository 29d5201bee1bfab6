"use client";

import { useRef, useState } from "react";
import { SendFault } from "@/components/send/send-fault";
import { useAsk } from "@/components/send/use-ask";
import { useSend } from "@/components/send/use-send";
import { ControlStrip } from "@/components/ui/control-strip";
import { useKeys } from "@/components/ui/use-keys";
import { cancelCampaign, pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { cancelAsk, resumeAsk, startAsk } from "./campaign-asks";
import { CampaignControl } from "./campaign-control";

type CampaignControlsProps = { campaign_id: string; name: string | null | undefined };

/** All four are always offered: the API contract does not say which state allows which. */
export function CampaignControls({ campaign_id, name }: CampaignControlsProps) {
  const input = { campaign_id };
  const start = useSend(startCampaign, input, { what: "Start" });
  const pause = useSend(pauseCampaign, input, { what: "Pause" });
  const resume = useSend(resumeCampaign, input, { what: "Resume" });
  const cancel = useSend(cancelCampaign, input, { what: "Cancel" });
  const [asking, setAsking] = useState<string>();
  const cancelQuestion = useAsk("cancel");
  const pauseControl = useRef<HTMLButtonElement>(null);
  const questionOf = (what: string) => ({
    open: asking === what,
    onOpenChange: (isOpen: boolean) => setAsking(isOpen ? what : undefined),
  });

  useKeys({
    S: () => setAsking("Start"),
    E: () => setAsking("Resume"),
    // A letter never sends: Enter does, on the control it led to.
    P: () => pauseControl.current?.focus(),
  });

  return (
    <>
      <ControlStrip label="Controls">
        <CampaignControl send={start} ask={startAsk} icon="play" shortcut="S" {...questionOf("Start")} />
        <CampaignControl send={pause} ask={{ by: "nothing" }} icon="pause" shortcut="P" control={pauseControl} />
        <CampaignControl send={resume} ask={resumeAsk} icon="resume" shortcut="E" {...questionOf("Resume")} />
        <CampaignControl send={cancel} ask={cancelAsk(campaign_id, name)} icon="cancel" {...cancelQuestion} />
      </ControlStrip>
      {[start, pause, resume, cancel].map(
        ({ what, error, dismiss }) =>
          error && <SendFault key={what} error={error} what={what} resource="campaigns" onDismiss={dismiss} />,
      )}
    </>
  );
}
