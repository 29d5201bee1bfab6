"use client";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Progress } from "@/components/ui/progress";
import type { Report, WrittenKind } from "@/lib/contacts/engine";
import type { SavingRows } from "./use-save-rows";

export type SaveRowsProps = {
  counts: Report["counts"];
  isPrimary: boolean;
  isOff: boolean;
  saving: SavingRows | undefined;
  onSave: (kind: WrittenKind) => void;
};

/** The rows to fix one press away; the other lists behind the button beside it. */
export function SaveRows({ counts, isPrimary, isOff, saving, onSave }: SaveRowsProps) {
  const isBusy = isOff || saving !== undefined;
  return (
    <span className="flex min-w-0 items-center gap-2 max-narrow:contents">
      {counts.toFix > 0 && (
        <Button
          className={wayOn}
          variant={isPrimary ? "primary" : "plain"}
          icon="dl"
          isSending={saving?.kind === "toFix"}
          sendingLabel="Writing…"
          aria-disabled={isBusy || undefined}
          onClick={() => onSave("toFix")}
        >
          Save rows to fix
        </Button>
      )}
      <Menu
        label="Save a list"
        trigger={<IconButton icon={counts.toFix > 0 ? "more" : "dl"} label="Save a list" bare={false} small={false} />}
      >
        {lists.map(({ kind, words, countOf }) => (
          <MenuItem key={kind} icon="dl" disabled={isBusy || countOf(counts) === 0} onSelect={() => onSave(kind)}>
            {words}
            <span className="text-ink-3">{countOf(counts).toLocaleString("en-US")}</span>
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}

/** On a phone the two ways on have a line of their own, below the counts and what is seldom needed. */
export const wayOn = "max-narrow:order-2 max-narrow:flex-auto max-narrow:[&_svg]:hidden";

type List = { kind: WrittenKind; words: string; countOf: (counts: Report["counts"]) => number };

const lists: readonly List[] = [
  { kind: "toFix", words: "Save rows to fix", countOf: ({ toFix }) => toFix },
  { kind: "duplicates", words: "Save duplicates", countOf: ({ duplicate }) => duplicate },
  { kind: "leftOut", words: "Save rows left out", countOf: ({ leftOut }) => leftOut },
  { kind: "sent", words: "Save the clean list", countOf: ({ sent }) => sent },
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
  duplicates: "Writing the duplicates",
  leftOut: "Writing the rows left out",
  sent: "Writing the clean list",
  notSent: "Writing the rows that are not sent",
};
