"use client";

import type { RefObject } from "react";
import { type SendAsk, SendControl } from "@/components/send/send-control";
import type { Send } from "@/components/send/use-send";
import { Control } from "@/components/ui/control-strip";
import type { IconName } from "@/components/ui/icon";

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

export function CampaignControl({ send, ask, icon, shortcut, control, ...question }: CampaignControlProps) {
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
