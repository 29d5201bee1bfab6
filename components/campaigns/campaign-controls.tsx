"use client";

import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from "react";
import { type SendAsk, SendControl, useAsk } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { ShortcutHint, useKeys } from "@/components/ui/browser/use-keys";
import { Icon, type IconName } from "@/components/ui/buttons/icon";
import { typeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import { cancelCampaign, pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";

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

const startAsk: SendAsk = {
  by: "question",
  question: "Start calling from this campaign now?",
  confirmLabel: "Start the campaign",
};

const resumeAsk: SendAsk = {
  by: "question",
  question: "Resume calling from this campaign now?",
  confirmLabel: "Resume the campaign",
};

const cancelAsk = (campaign_id: string, name: string | null | undefined): SendAsk => ({
  by: "typing",
  question: `Cancel ${name ?? "this campaign"}?`,
  body: "The platform has no way to undo this, and does not say what becomes of calls under way.",
  type: typeToConfirm("campaign", campaign_id, name),
  id: campaign_id,
  confirmLabel: "Cancel campaign",
  keepLabel: "Keep campaign",
});

type CampaignControlProps = {
  send: Send;
  ask: SendAsk;
  icon: IconName;
  shortcut?: string;
  control?: RefObject<HTMLButtonElement | null>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

const notes = { nothing: "Sends at once", question: "Asks once, then sends", typing: "Asks you to type its name" };

function CampaignControl({ send, ask, icon, shortcut, control, ...question }: CampaignControlProps) {
  const isTyped = ask.by === "typing";
  return (
    <SendControl send={send} ask={ask} {...question}>
      {(trigger) => (
        <Control
          {...trigger}
          {...(control ? { ref: control } : {})}
          {...(shortcut ? { shortcut } : {})}
          icon={icon}
          label={isTyped ? `${send.what}…` : send.what}
          note={send.off ?? notes[ask.by]}
          isSending={send.isSending}
          stop={isTyped}
        />
      )}
    </SendControl>
  );
}

type ControlStripProps = { label: string; children: ReactNode };

/** Equal controls side by side under a head: what a record can be told. */
function ControlStrip({ label, children }: ControlStripProps) {
  return (
    <section
      className="grid grid-cols-4 border-t border-rule bg-well max-narrow:grid-cols-[1fr_1fr]"
      aria-label={label}
    >
      {children}
    </section>
  );
}

type ControlProps = Omit<ComponentProps<"button">, "style" | "children"> & {
  icon: IconName;
  label: string;
  /** What it does when pressed, or why it cannot be. */
  note: string;
  shortcut?: string;
  stop?: boolean;
  isSending?: boolean;
};

const controlStyle =
  "relative grid grid-cols-[16px_minmax(0,1fr)] content-center items-center gap-x-2.5 gap-y-0.5 border-rule py-[13px] pr-4 pl-(--gutter) text-left not-first:border-l not-first:pl-[18px] focus-visible:-outline-offset-2 max-narrow:not-first:pl-4 max-narrow:nth-3:border-l-0 max-narrow:nth-[n+3]:border-t max-narrow:[&_kbd]:hidden";

function Control({ icon, label, note, shortcut, stop = false, isSending = false, ...rest }: ControlProps) {
  const isOff = isSending || rest["aria-disabled"] === true;
  return (
    <button
      type="button"
      {...rest}
      className={`${controlStyle} ${isSending ? "cursor-progress" : isOff ? "cursor-not-allowed" : "hover:bg-hover"}`}
      aria-busy={isSending || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : rest.onClick}
    >
      <Icon name={icon} className={isOff ? "text-ink-3" : stop ? "text-fault-ink" : "text-cord"} />
      <b className={`flex items-center gap-2 font-semibold ${isOff ? "text-ink-3" : stop ? "text-fault-ink" : ""}`}>
        {label}
        {shortcut && !isOff && <ShortcutHint keys={shortcut} />}
      </b>
      <small className="col-start-2 text-sm text-ink-3">{isSending ? "Sending…" : note}</small>
    </button>
  );
}
