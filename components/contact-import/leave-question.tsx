"use client";

import { useEffect, useState } from "react";
import { isPlainClick, useGo } from "@/components/ui/browser/use-go";
import { useLeaveGuard } from "@/components/ui/browser/use-leave-guard";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlay/dialog";

type LeaveQuestionProps = {
  isOn: boolean;
  hasSent: boolean;
  isStored: boolean;
};

/** Asks before leaving unsaved work. Links get our dialog; closing or reloading the tab gets the browser's. */
export function LeaveQuestion({ isOn, hasSent, isStored }: LeaveQuestionProps) {
  const go = useGo();
  const [wanted, setWanted] = useState<string>();
  useLeaveGuard(isOn);

  useEffect(() => {
    if (!isOn) return;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (!link || !isPlainClick(event) || !leadsAway(link)) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(link.pathname + link.search);
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [isOn]);

  if (wanted === undefined) return undefined;
  return (
    <Question
      title="Leave this list?"
      confirmLabel="Leave"
      hasSent={hasSent}
      onConfirm={() => go(wanted)}
      onClose={() => setWanted(undefined)}
    >
      {isStored
        ? "Your changes are saved in this browser for a day, or until you sign out."
        : "Your changes are lost: this browser cannot save them."}
    </Question>
  );
}

export type Discarded = "list" | "rows";

const discardTexts: Record<Discarded, { title: string; children: string }> = {
  list: { title: "Discard this list?", children: "Your changes are lost." },
  rows: {
    title: "Discard the rows you changed?",
    children: "With other settings, the file has other rows. Your changes to single rows are lost.",
  },
};

type DiscardQuestionProps = { discards: Discarded; hasSent: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before another file or format discards the user's changes, which cannot be undone. */
export function DiscardQuestion({ discards, ...props }: DiscardQuestionProps) {
  return <Question {...discardTexts[discards]} confirmLabel="Discard" {...props} />;
}

type QuestionProps = Omit<DiscardQuestionProps, "discards"> & { title: string; confirmLabel: string; children: string };

function Question({ title, confirmLabel, hasSent, onConfirm, onClose, children }: QuestionProps) {
  return (
    <Dialog
      title={title}
      alert
      onClose={onClose}
      footer={
        <>
          <Button data-first-focus onClick={onClose}>
            Stay
          </Button>
          <Button variant="stop" onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {!hasSent && "Nothing was uploaded. "}
        {children}
      </p>
    </Dialog>
  );
}

const leadsAway = ({ origin, pathname, target, download }: HTMLAnchorElement) =>
  origin === location.origin && pathname !== location.pathname && target !== "_blank" && download === "";
