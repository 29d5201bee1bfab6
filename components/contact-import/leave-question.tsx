import { useEffect, useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { isPlainClick, useGo } from "@/components/ui/browser/use-go";
import { useLeaveGuard } from "@/components/ui/browser/use-leave-guard";
import { countOf } from "@/lib/format/format-count";

const StayQuestion = deferred(async () => (await import("@/components/ui/overlay/stay-question")).StayQuestion);

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
    StayQuestion.load().catch(noop);
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
    <StayQuestion
      title="Leave this list?"
      confirmLabel="Leave"
      onConfirm={() => go(wanted)}
      onClose={() => setWanted(undefined)}
    >
      {!hasSent && nothingSent}
      {isStored
        ? "Your changes are saved in this browser for a day, or until you sign out."
        : "Your changes are lost: this browser cannot save them."}
    </StayQuestion>
  );
}

/** The question says that it could not be loaded. */
const noop = () => undefined;

export type Discarded = "list" | "rows" | { file: string; rows: number | undefined };

const nothingSent = "Nothing was uploaded. ";

const discardTexts = {
  list: { title: "Discard this list?", text: "Your changes are lost." },
  rows: {
    title: "Discard the rows you changed?",
    text: "With other settings, the file has other rows. Your changes to single rows are lost.",
  },
};

const replaceTexts = (file: string, rows: number | undefined) => ({
  title: `Replace ${file}${rows === undefined ? "" : ` (${countOf(rows, "row")})`}?`,
  text: "It was opened for this campaign and is saved in this browser. Your changes to it are lost.",
});

type DiscardQuestionProps = { discards: Discarded; hasSent: boolean; onConfirm: () => void; onClose: () => void };

export function DiscardQuestion({ discards, hasSent, ...props }: DiscardQuestionProps) {
  const isOther = typeof discards === "object";
  const { title, text } = isOther ? replaceTexts(discards.file, discards.rows) : discardTexts[discards];
  return (
    <StayQuestion title={title} confirmLabel={isOther ? "Replace" : "Discard"} {...props}>
      {!hasSent && nothingSent}
      {text}
    </StayQuestion>
  );
}

const leadsAway = ({ origin, pathname, target, download }: HTMLAnchorElement) =>
  origin === location.origin && pathname !== location.pathname && target !== "_blank" && download === "";
