import { useRef, useState } from "react";
import { saveBlob } from "@/components/ui/browser/save-file";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Progress } from "@/components/ui/charts/progress";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import { useAnnounce } from "@/components/ui/page/live-region";
import type { ContactEngine, Progress as EngineProgress, Report, WrittenKind } from "@/lib/contacts/engine";
import { countOf, formatCount } from "@/lib/format/format-count";

type SaveRowsProps = {
  counts: Report["counts"];
  isPrimary: boolean;
  isOff: boolean;
  saving: SavingRows | undefined;
  onSave: (kind: WrittenKind) => void;
};

export function SaveRows({ counts, isPrimary, isOff, saving, onSave }: SaveRowsProps) {
  const isBusy = isOff || saving !== undefined;
  return (
    <span className="flex min-w-0 items-center gap-2 max-narrow:contents">
      {counts.toFix > 0 && (
        <Button
          className={continueClass}
          variant={isPrimary ? "primary" : "plain"}
          icon="dl"
          isSending={saving?.kind === "toFix"}
          sendingLabel="Writing…"
          disabled={isBusy}
          onClick={() => onSave("toFix")}
        >
          Save rows to fix
        </Button>
      )}
      <Menu
        trigger={<IconButton icon={counts.toFix > 0 ? "more" : "dl"} label="Save a list" bare={false} small={false} />}
      >
        {lists.map(({ kind, words, countIn }) => (
          <MenuItem key={kind} icon="dl" disabled={isBusy || countIn(counts) === 0} onSelect={() => onSave(kind)}>
            {words}
            <span className="text-ink-3">{formatCount(countIn(counts))}</span>
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}

/** On narrow screens both continue buttons share a line below the counts. */
export const continueClass = "max-narrow:order-2 max-narrow:flex-auto max-narrow:[&_svg]:hidden";

type List = { kind: WrittenKind; words: string; countIn: (counts: Report["counts"]) => number };

const lists: readonly List[] = [
  {
    kind: "notSent",
    words: "Save all rows that are not uploaded",
    countIn: ({ toFix, duplicate, leftOut }) => toFix + duplicate + leftOut,
  },
  { kind: "sent", words: "Save the clean list", countIn: ({ sent }) => sent },
];

export function SavingProgress({ saving, onCancel }: { saving: SavingRows; onCancel: () => void }) {
  const { kind, progress } = saving;
  return (
    <div className="flex flex-[1_0_100%] items-center gap-4 [&>div]:flex-1">
      <Progress
        label={writingMessage[kind]}
        sent={progress?.readBytes ?? 0}
        total={progress?.totalBytes ?? 0}
        note="Nothing leaves this browser"
      />
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}

const writingMessage: Readonly<Record<WrittenKind, string>> = {
  toFix: "Writing the rows to fix",
  sent: "Writing the clean list",
  notSent: "Writing the rows that are not uploaded",
};

type SavingRows = { kind: WrittenKind; progress: EngineProgress | undefined };

/** Writes rows of a check to a file and downloads it. Runs in the browser only. */
export function useSaveRows(engine: ContactEngine, { checkId }: Report, onSaved?: () => void) {
  const announce = useAnnounce();
  const [saving, setSaving] = useState<SavingRows>();
  const [problem, setProblem] = useState<string>();
  const abortController = useRef<AbortController>(undefined);

  async function save(kind: WrittenKind) {
    // One file at a time, so that Cancel stops the visible one.
    if (saving) return;
    abortController.current = new AbortController();
    const { signal } = abortController.current;
    setProblem(undefined);
    setSaving({ kind, progress: undefined });
    try {
      const { file, rows } = await engine.write({ kind, checkId }, (progress) => setSaving({ kind, progress }), signal);
      signal.throwIfAborted();
      saveBlob(file.name, file);
      onSaved?.();
      announce(`${file.name}, ${countOf(rows, "row")}, is being saved.`);
    } catch (error) {
      if (signal.aborted) announce("Nothing was saved.");
      else setProblem(error instanceof Error ? error.message : "The file could not be written.");
    }
    setSaving(undefined);
  }

  return {
    saving,
    problem,
    save: (kind: WrittenKind) => void save(kind),
    cancel: () => abortController.current?.abort(),
  };
}
