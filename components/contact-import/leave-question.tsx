"use client";

import { useEffect, useState } from "react";
import { isPlainClick, useGo } from "@/components/ui/browser/use-go";
import { useLeaveGuard } from "@/components/ui/browser/use-leave-guard";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlay/dialog";

type LeaveQuestionProps = {
  isOn: boolean;
  hasSent: boolean;
  isKept: boolean;
};

/** Asks before work on a list is left behind: by the browser's own question, and by ours for links of this page. */
export function LeaveQuestion({ isOn, hasSent, isKept }: LeaveQuestionProps) {
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
      {isKept
        ? "Your changes are kept in this browser for a day, or until you sign out."
        : "Your changes are lost: this browser does not keep them."}
    </Question>
  );
}

export type Lost = "list" | "rows";

const losses: Record<Lost, { title: string; children: string }> = {
  list: { title: "Discard this list?", children: "Your changes are lost." },
  rows: {
    title: "Discard the rows you changed?",
    children: "Another reading of the file has other rows. Your changes to single rows are lost.",
  },
};

type DiscardQuestionProps = { loses: Lost; hasSent: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before another list, or another reading of it, takes the place of somebody's work: nothing brings that back. */
export function DiscardQuestion({ loses, ...props }: DiscardQuestionProps) {
  return <Question {...losses[loses]} confirmLabel="Discard" {...props} />;
}

type QuestionProps = Omit<DiscardQuestionProps, "loses"> & { title: string; confirmLabel: string; children: string };

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
        {!hasSent && "Nothing was sent. "}
        {children}
      </p>
    </Dialog>
  );
}

const leadsAway = ({ origin, pathname, target, download }: HTMLAnchorElement) =>
  origin === location.origin && pathname !== location.pathname && target !== "_blank" && download === "";
