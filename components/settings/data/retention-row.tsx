import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Select } from "@/components/ui/fields/input";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { SettingRow } from "@/components/ui/page/setting-row";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import {
  getRetentionLoss,
  type KeptKind,
  type KeptSize,
  keptDays,
  setRetention,
} from "@/lib/contract/console/collecting";
import { countOf } from "@/lib/format/format-count";

const daysChoices = [1, 7, 14, 30, 60, 90, 180, 400, 800, 1500, 4000] as const;

export type ChosenRetention = Pick<KeptSize, "shorter"> & { kind: KeptKind; days: number };
type RetentionRowProps = ChosenRetention & { name: string; note: string };

export const hasRetention = (size: KeptSize): size is KeptSize & ChosenRetention => size.days !== null;

/** How long a kind of data is kept. A shorter time is asked about first, and can be undone for a day. */
export function RetentionRow({ kind, days, shorter, name, note }: RetentionRowProps) {
  const set = useOwnSend(setRetention, "Change retention", name);
  const [asked, setAsked] = useState<number>();
  return (
    <>
      <SettingRow
        title={name}
        note={
          <>
            {note}
            {shorter && (
              <span className="block text-wait-ink">
                Shortens to {countOf(shorter.days, "day")} on <TimeText at={shorter.at} variant="moment" zoned />:{" "}
                <Button size="small" aria-label={`Undo: ${name}`} onClick={() => set.mutate({ kind, days })}>
                  Undo
                </Button>
              </span>
            )}
          </>
        }
      >
        <Select
          className="w-[132px] max-narrow:h-10 max-narrow:w-[112px]"
          aria-label={`How long: ${name}`}
          value={days}
          isSending={set.isPending}
          onChange={({ target }) => {
            const chosen = Number(target.value);
            if (chosen < days) setAsked(chosen);
            else set.mutate({ kind, days: chosen });
          }}
        >
          {choicesFor(keptDays[kind], daysChoices, days).map((choice) => (
            <option key={choice} value={choice}>
              {countOf(choice, "day")}
            </option>
          ))}
        </Select>
      </SettingRow>
      {asked !== undefined && (
        <ShorterDialog
          {...{ kind, name, days: asked }}
          isSending={set.isPending}
          onConfirm={() => set.mutate({ kind, days: asked }, { onSettled: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** Choices within limits. Always includes the current value. */
export function choicesFor({ least, most }: { least: number; most: number }, all: readonly number[], now: number) {
  return [...new Set([...all.filter((days) => days >= least && days <= most), now])].toSorted((a, b) => a - b);
}

type ShorterDialogProps = {
  kind: KeptKind;
  name: string;
  days: number;
  isSending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ShorterDialog({ kind, name, days, ...dialog }: ShorterDialogProps) {
  const loss = useQuery(read(getRetentionLoss, { kind, days }));
  return (
    <ConfirmDialog
      question={`Keep “${name}” for only ${countOf(days, "day")}?`}
      confirmLabel={`Keep for ${countOf(days, "day")}`}
      isReady={loss.data !== undefined}
      {...dialog}
    >
      <QueryView query={loss} label="what would be deleted">
        {({ value: { rows, before, first_at, begins_at } }) => (
          <>
            {rows === 0 || first_at === null ? (
              <p>Nothing that is stored now is that old.</p>
            ) : (
              <p>
                {countOf(rows, "row")} from before <TimeText at={before} variant="day" /> {rows === 1 ? "is" : "are"}{" "}
                deleted. The first day that goes is <TimeText at={first_at} variant="day" />.
              </p>
            )}
            <p className="mt-2">
              Nothing is deleted before <TimeText at={begins_at} variant="moment" zoned />. Until then you can undo it
              here.
            </p>
          </>
        )}
      </QueryView>
    </ConfirmDialog>
  );
}
