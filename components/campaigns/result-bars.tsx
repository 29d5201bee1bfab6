import { useStyle } from "@/components/ui/browser/use-style";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { Checkbox } from "@/components/ui/fields/checkbox";
import type { CampaignResults } from "@/lib/contract/console/inbox/campaign-results";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";

type ResultBarsProps = Pick<CampaignResults, "results" | "in_progress"> & {
  neverCalled: number;
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
};

/** A bar for each result, with a box that chooses its people. */
export function ResultBars({ results, in_progress, neverCalled, chosen, onChoose }: ResultBarsProps) {
  const most = Math.max(1, neverCalled, in_progress, ...results.map(({ contacts }) => contacts));
  const toggle = (result: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, result] : chosen.filter((other) => other !== result));
  return (
    <ul aria-label="Results">
      {in_progress > 0 && (
        <BarRow count={in_progress} most={most}>
          <ResultLabel tone="live" words="In progress" isAlone />
        </BarRow>
      )}
      {results.map(({ result, contacts }) => (
        <BarRow key={result} count={contacts} most={most} isFault={resultTone(result) === "fault"}>
          <Checkbox
            checked={chosen.includes(result)}
            onChange={({ target }) => toggle(result, target.checked)}
            aria-label={`${visibleControls(result)}, ${formatCount(contacts)}`}
          >
            <ResultLabel tone={resultTone(result)} words={visibleControls(result)} />
          </Checkbox>
        </BarRow>
      ))}
      {neverCalled > 0 && (
        <BarRow count={neverCalled} most={most} isOpen>
          <ResultLabel tone="idle" words="Never called" isAlone />
        </BarRow>
      )}
    </ul>
  );
}

export const resultTone = (result: string): Tone => (result === "Not connected" ? "fault" : "idle");

type LabelProps = { tone: Tone; words: string; isAlone?: boolean };

/** `isAlone`: without a box before it. */
export const ResultLabel = ({ tone, words, isAlone = false }: LabelProps) => (
  <span className={`inline-flex min-w-0 items-center gap-2 ${isAlone ? "ml-[22px] min-h-6" : ""}`}>
    <StatusIcon tone={tone} tinted className="flex-none" />
    <span className={`wrap-anywhere ${tone === "fault" ? "text-fault-ink" : ""}`}>{words}</span>
  </span>
);

type BarRowProps = { count: number; most: number; isFault?: boolean; isOpen?: boolean; children: React.ReactNode };

function BarRow({ count, most, isFault = false, isOpen = false, children }: BarRowProps) {
  const style = useStyle<HTMLSpanElement>({ width: `${(count / most) * 100}%` });
  const fill = isOpen ? "border border-edge" : isFault ? "bg-fault-fill" : "bg-accent";
  return (
    <li className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_4rem] items-center gap-x-3 py-0.5">
      {children}
      <span aria-hidden="true">
        <span ref={style} className={`block h-2 min-w-0.5 rounded-sm ${fill}`} />
      </span>
      <span className="text-right font-semibold">{formatCount(count)}</span>
    </li>
  );
}
