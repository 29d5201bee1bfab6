import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/input";
import { Dialog } from "@/components/ui/overlay/dialog";
import { write } from "@/lib/client/query";
import {
  type Counter,
  counterChoices,
  counterOf,
  numbersIn,
  setCounterMeaning,
} from "@/lib/contract/console/campaign-counters";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { formatCount } from "@/lib/format/format-count";

type CounterDialogProps = { progress: CampaignProgress; record: Record<string, unknown>; onClose: () => void };

const counterLabels: Record<Counter | "none", string> = {
  total: "All contacts",
  waiting: "Contacts waiting",
  active: "Contacts in progress",
  done: "Contacts done",
  failed: "Contacts failed",
  cancelled: "Contacts cancelled",
  calls: "Calls made",
  answered: "Calls answered",
  voicemail: "Calls to voicemail",
  none: "Not shown",
};

export function CounterDialog({ progress, record, onClose }: CounterDialogProps) {
  const set = useMutation(write(setCounterMeaning));
  const fields = Object.entries(numbersIn(record));
  const chosen = (field: string) =>
    Object.hasOwn(progress.meanings, field) ? (progress.meanings[field] ?? "none") : "usual";
  return (
    <Dialog
      title="Set what it means"
      onClose={onClose}
      wide
      footer={
        <Button onClick={onClose} data-first-focus>
          Done
        </Button>
      }
    >
      <p className="text-ink-2">
        What each number in a campaign’s record counts. Applies to all campaigns of this platform, for everyone here,
        including earlier data.
      </p>
      {fields.length === 0 && <p className="mt-3 text-ink-3">The record has no whole numbers.</p>}
      <ul className="mt-3 rounded-2 border border-rule-2">
        {fields.map(([field, count]) => {
          const usual = counterOf(field);
          return (
            <li
              key={field}
              className="grid grid-cols-[minmax(0,1fr)_72px_256px] items-center gap-3 max-narrow:grid-cols-[minmax(0,1fr)_auto] max-narrow:*:last:col-span-full border-rule px-3 py-1.5 not-first:border-t"
            >
              <code className="wrap-anywhere">{field}</code>
              <span className="text-right">{formatCount(count)}</span>
              <Select
                aria-label={`What ${field} counts`}
                value={chosen(field)}
                isSending={set.isPending}
                onChange={({ target: { value } }) => {
                  const counter = counterChoices.find((each) => each === value);
                  if (counter) set.mutate({ field, counter });
                }}
              >
                {counterChoices.map((each) => (
                  <option key={each} value={each}>
                    {each === "usual" ? `Default: ${usual ? counterLabels[usual] : "nothing"}` : counterLabels[each]}
                  </option>
                ))}
              </Select>
            </li>
          );
        })}
      </ul>
      {set.error && (
        <FieldError isAlert className="mt-3">
          {set.error.message}
        </FieldError>
      )}
    </Dialog>
  );
}
