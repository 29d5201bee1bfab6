import { useId } from "react";
import { BottomBar } from "@/components/contact-import/step-page";
import { contactsWord } from "@/components/contact-import/upload/outcome-messages";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import type { ContactEngine, Report } from "@/lib/contacts/engine";
import { formatCount } from "@/lib/format/format-count";
import { continueClass, SaveRows, SavingProgress, useSaveRows } from "./save-rows";

type ReviewBarProps = {
  engine: ContactEngine;
  report: Report;
  isCounting: boolean;
  /** The report predates the last decision, so saved rows would differ from those on screen. */
  isOld: boolean;
  onUndo: (() => void) | undefined;
  onContinue: () => void;
};

/** Actions at the end of the step. If most rows fail, saving them is the primary one. */
export function ReviewBar({ engine, report, isCounting, isOld, onUndo, onContinue }: ReviewBarProps) {
  const { counts, rows } = report;
  const { saving, problem, save, cancel } = useSaveRows(engine, report);
  const noteId = useId();
  const mostFail = counts.toFix > rows / 2;
  const whyNot = whyNotOn(counts.sent, isCounting);
  const note = problem ?? whyNot ?? (mostFail ? mostFailMessage(counts.sent) : undefined);

  return (
    <BottomBar
      className={`justify-end gap-x-5 gap-y-2.5 max-mid:flex-wrap max-narrow:gap-2 ${saving ? "flex-wrap" : ""}`}
      aria-label="End of this step"
    >
      {saving && <SavingProgress saving={saving} onCancel={cancel} />}
      <p
        className={`min-w-0 flex-1 text-sm/[17px] max-[1001px]:-order-1 max-[1001px]:basis-full max-narrow:order-1 max-narrow:empty:-mt-2 narrow:max-[1001px]:empty:hidden ${problem ? "text-fault-ink" : "text-ink-3"}`}
        id={noteId}
      >
        {note}
      </p>
      {onUndo && (
        <Button
          variant="bare"
          icon="undo"
          className="max-narrow:[&>span[aria-hidden]]:hidden"
          shortcut="Ctrl Z"
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
      <SaveRows counts={counts} isPrimary={mostFail} isOff={isOld} saving={saving} onSave={save} />
      <Button
        className={continueClass}
        variant={mostFail ? "plain" : "primary"}
        disabled={whyNot !== undefined}
        aria-describedby={noteId}
        onClick={onContinue}
      >
        Continue with {contactsWord(counts.sent)}
        <Icon name="right" />
      </Button>
    </BottomBar>
  );
}

function whyNotOn(sent: number, isCounting: boolean): string | undefined {
  if (isCounting) return "Counting again…";
  return sent === 0 ? "No rows can be uploaded yet." : undefined;
}

const mostFailMessage = (sent: number) =>
  `More than half of the rows cannot be uploaded. Save them and fix the file, or continue with the ${formatCount(sent)} that can.`;
