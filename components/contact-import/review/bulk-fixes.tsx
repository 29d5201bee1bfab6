import { CountryCard } from "@/components/list-file/country-card";
import { Button, LinkButton } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import type { Column, ContactEngine, CountryChoice } from "@/lib/contacts/engine";
import type { Rules } from "@/lib/contacts/plan";
import { type BulkFix, type BulkFixInput, bulkFixesFor } from "@/lib/contacts/row-status/bulk-fixes";
import { groupEntries } from "@/lib/contacts/row-status/row-status";
import { countOf, formatCount } from "@/lib/format/format-count";

export type BulkFixesProps = BulkFixInput & {
  engine: ContactEngine;
  countries: readonly CountryChoice[];
  columns: readonly Column[];
  onRules: (changes: Partial<Rules>) => void;
};

export function BulkFixes({ engine, countries, columns, onRules, ...input }: BulkFixesProps) {
  const { problem, plan, report } = input;
  const fixes = bulkFixesFor(input);
  const boxed = fixes.filter(({ isOn, suggestions }) => !isOn && suggestions && suggestions.length > 0);
  const risky = fixes.filter(({ isOn, isRisky }) => !isOn && isRisky);
  const listed = fixes.filter((fix) => !boxed.includes(fix) && !risky.includes(fix));
  const { heading, showsCountry } = groupEntries[problem.group];
  const isShown = showsCountry === "always" || (showsCountry === "chosen" && plan.rules.country !== null);
  const hasCountry = report.origins.uncoded > 0 && isShown;

  return (
    <>
      {hasCountry && (
        <div className="mt-2 max-w-[52em]">
          <CountryCard
            {...{ engine, countries }}
            origins={report.origins}
            column={columns[plan.mapping.country ?? -1]?.name}
            country={plan.rules.country}
            onCountry={(country) => onRules({ country })}
          />
        </div>
      )}
      {boxed.map((fix) => (
        <SuggestionBox key={fix.id} fix={fix} onApply={() => onRules(fix.applied)} />
      ))}
      {listed.length > 0 && (
        <ul className="mt-2 rounded-2 border border-rule-2">
          {listed.map((fix) => (
            <FixRow key={fix.id} fix={fix} onApply={() => onRules(fix.applied)} onUndo={() => onRules(fix.undone)} />
          ))}
        </ul>
      )}
      {fixes.length === risky.length && !hasCountry && heading === "mustFix" && (
        <p className="mt-1 max-w-[52em] text-sm/[17px] text-ink-3">{manualFixMessage}</p>
      )}
      {risky.map(({ id, count, words, applied }) => (
        <LinkButton key={id} className="cursor-pointer" onClick={() => onRules(applied)}>
          {heading === "asked" ? "Upload" : "Keep"} {countOf(count, "row")} anyway
          <span className="sr-only">: {words}</span>
        </LinkButton>
      ))}
    </>
  );
}

const manualFixMessage = "Change these row by row below, or in the file.";

type FixRowProps = {
  fix: BulkFix;
  onApply: () => void;
  onUndo: () => void;
};

function FixRow({ fix, onApply, onUndo }: FixRowProps) {
  const { words, count, isOn, before, after } = fix;
  const rows = countOf(count, "row");
  return (
    <li className="grid min-h-9 grid-cols-[minmax(0,1.6fr)_76px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-rule py-1 pr-2 pl-3 first:border-t-0 max-mid:grid-cols-[minmax(0,1fr)_72px_auto] max-narrow:grid-cols-[minmax(0,1fr)_auto] max-narrow:gap-x-2.5 max-narrow:gap-y-1.5 max-narrow:px-3 max-narrow:py-[9px]">
      <span>{words}</span>
      <span className="text-right text-ink-2 max-narrow:col-start-2 max-narrow:row-start-1">
        {isOn ? "applied" : rows}
      </span>
      <span className={`${change} max-mid:col-span-full max-mid:row-start-2 max-mid:empty:hidden max-narrow:col-[1]`}>
        {!isOn && before !== undefined && <Change before={before} after={after} />}
      </span>
      {isOn ? (
        <Button size="small" icon="undo" className={action} onClick={onUndo}>
          Undo<span className="sr-only">: {words}</span>
        </Button>
      ) : (
        <Button size="small" className={action} onClick={onApply}>
          Apply<span className="sr-only">: {words}</span>
        </Button>
      )}
    </li>
  );
}

const action = "max-narrow:col-start-2 max-narrow:row-start-2";

const change =
  "flex min-w-0 items-center gap-2 overflow-hidden font-mono text-sm/[18px] tracking-[-0.02em] whitespace-nowrap normal-nums";

type ChangeProps = { before: string; after: string | undefined };

function Change({ before, after }: ChangeProps) {
  return (
    <>
      <span className="min-w-0 truncate text-ink-3">{before}</span>
      {after !== undefined && (
        <>
          <Icon name="right" small />
          <span className="sr-only">becomes</span>
          <span className="flex-none truncate font-semibold">{after}</span>
        </>
      )}
    </>
  );
}

function SuggestionBox({ fix, onApply }: { fix: BulkFix; onApply: () => void }) {
  const { count, words, suggestions = [] } = fix;
  return (
    <section
      className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 rounded-2 border border-rule-2 px-3 py-2.5"
      aria-label={words}
    >
      <div className="min-w-0 flex-[1_1_320px]">
        <p>{words}</p>
        <ul>
          {suggestions.map(({ row, phone, name, suggestion, rowStatus }) => (
            <li key={row} className={`${change} min-h-6`}>
              <Change before={rowStatus === "mojibake" ? name : phone} after={suggestion} />
            </li>
          ))}
        </ul>
      </div>
      <div className="grid justify-items-end gap-1 max-narrow:justify-items-start">
        <Button variant="primary" icon="check" onClick={onApply}>
          {count === 1 ? "Use the suggestion" : `Use all ${formatCount(count)} suggestions`}
          <span className="sr-only">: {words}</span>
        </Button>
        <span className="text-sm/[17px] text-ink-3">
          {count === 1 ? "Undo restores it" : "One undo restores all of them"}
        </span>
      </div>
    </section>
  );
}
