import { type BlockReason, blockReasonLabels } from "@/lib/contract/console/block-reasons";

/** A register blocks numbers by its files, not one by one. */
const reasons: readonly BlockReason[] = ["asked", "complaint", "wrong_number", "deceased", "other"];

type ReasonChipsProps = { reason: BlockReason; onReason: (reason: BlockReason) => void };

/** Why somebody must not be called, one button each. */
export const ReasonChips = ({ reason, onReason }: ReasonChipsProps) => (
  <fieldset className="mt-3.5">
    <legend className="mb-1.5 font-[550] text-ink">Reason</legend>
    <div className="flex flex-wrap gap-1.5">
      {reasons.map((value) => (
        <label key={value} className={chipClass}>
          <input
            type="radio"
            name="block-reason"
            className="sr-only"
            value={value}
            checked={value === reason}
            onChange={() => onReason(value)}
          />
          {sentenceCase(blockReasonLabels[value])}
        </label>
      ))}
    </div>
  </fieldset>
);

const sentenceCase = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

const chipClass = [
  "inline-flex min-h-8 cursor-pointer items-center rounded-2 border border-rule-2 bg-sheet px-3 text-ink max-narrow:min-h-11",
  "has-checked:border-accent has-checked:bg-accent/16 has-checked:font-[550] has-focus-visible:outline-2",
  "has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:bg-[Highlight]",
].join(" ");
