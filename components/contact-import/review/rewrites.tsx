"use client";

import { type ReactNode, useState } from "react";
import { countryOptions, lastCountry, storeLastCountry } from "@/components/contact-import/columns/country-options";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { Combobox } from "@/components/ui/fields/combobox";
import { countryName } from "@/lib/contacts/country-name";
import type { CountryChoice } from "@/lib/contacts/engine";
import { headingOf } from "@/lib/contacts/messages/group-messages";
import type { Rules } from "@/lib/contacts/plan";
import { countOf } from "@/lib/format/format-count";
import { type Rewrite, type RewriteInput, rewritesFor } from "./rewrite-list";

export type RewritesProps = RewriteInput & {
  countries: readonly CountryChoice[];
  onRules: (changes: Partial<Rules>) => void;
};

/** Bulk fixes of a group, each with its row count and an example. */
export function Rewrites({ countries, onRules, ...input }: RewritesProps) {
  const { plan } = input;
  const [chosen, setChosen] = useState(() => plan.rules.country ?? lastCountry() ?? "");
  const rewrites = rewritesFor(input);

  function apply({ id, applied }: Rewrite) {
    if (id !== "country") return onRules(applied);
    storeLastCountry(chosen);
    onRules({ country: chosen });
  }

  if (rewrites.length === 0)
    return (
      headingOf(input.problem.group) === "mustFix" && (
        <p className="mt-1 max-w-[52em] text-sm/[17px] text-ink-3">{manualFixMessage}</p>
      )
    );
  return (
    <ul className="mt-2 rounded-2 border border-rule-2">
      {rewrites.map((rewrite) => (
        <RewriteRow
          key={rewrite.id}
          rewrite={rewrite}
          words={rewrite.id === "country" && rewrite.isOn ? countryAppliedMessage(plan.rules) : rewrite.words}
          isOff={rewrite.id === "country" && chosen === ""}
          onApply={() => apply(rewrite)}
          onUndo={() => onRules(rewrite.undone)}
        >
          {rewrite.id === "country" && !rewrite.isOn && (
            <RewriteCountry country={chosen} countries={countries} onChoose={setChosen} />
          )}
        </RewriteRow>
      ))}
    </ul>
  );
}

const manualFixMessage = "Change these row by row below, or in the file.";

const countryAppliedMessage = ({ country }: Rules) =>
  `Numbers without a country code are taken as numbers of ${countryName(country ?? "")}`;

type RewriteRowProps = {
  rewrite: Rewrite;
  words: string;
  /** The country is not chosen yet. */
  isOff: boolean;
  onApply: () => void;
  onUndo: () => void;
  children: ReactNode;
};

function RewriteRow({ rewrite, words, isOff, onApply, onUndo, children }: RewriteRowProps) {
  const { count, isOn, example } = rewrite;
  const rows = countOf(count, "row");
  return (
    <li className="grid min-h-9 grid-cols-[minmax(0,1.6fr)_76px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-rule py-1 pr-2 pl-3 first:border-t-0 max-mid:grid-cols-[minmax(0,1fr)_72px_auto] max-narrow:grid-cols-[minmax(0,1fr)_auto] max-narrow:gap-x-2.5 max-narrow:gap-y-1.5 max-narrow:px-3 max-narrow:py-[9px]">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>{words}</span> {children}
      </span>
      <span className="text-right text-ink-2 max-narrow:col-start-2 max-narrow:row-start-1">
        {isOn ? "applied" : rows}
      </span>
      <span className={`${change} max-mid:col-span-full max-mid:row-start-2 max-mid:empty:hidden max-narrow:col-[1]`}>
        {!isOn && example && <Change {...example} />}
        {isOff && <span className="font-sans text-sm/[17px] tracking-normal text-ink-3">Choose a country first.</span>}
      </span>
      {isOn ? (
        <Button size="small" icon="undo" className={action} onClick={onUndo}>
          Undo<span className="sr-only">: {words}</span>
        </Button>
      ) : (
        <Button size="small" className={action} disabled={isOff} onClick={onApply}>
          Apply<span className="sr-only">: {words}</span>
        </Button>
      )}
    </li>
  );
}

const action = "max-narrow:col-start-2 max-narrow:row-start-2";

const change =
  "flex min-w-0 items-center gap-2 overflow-hidden font-mono text-sm/[18px] tracking-[-0.02em] whitespace-nowrap normal-nums";

function Change({ before, after }: { before: string; after: string }) {
  return (
    <>
      <span className="min-w-0 truncate text-ink-3">{before}</span>
      <Icon name="right" small />
      <span className="sr-only">becomes</span>
      <span className="flex-none truncate font-semibold text-ok-ink">{after}</span>
    </>
  );
}

type RewriteCountryProps = {
  country: string;
  countries: readonly CountryChoice[];
  onChoose: (country: string) => void;
};

/** Has no default, because the file does not state the country of its numbers. */
function RewriteCountry({ country, countries, onChoose }: RewriteCountryProps) {
  return (
    <Combobox
      className="h-6.5 w-0 max-w-37.5 flex-[1_1_106px] rounded-1 border border-edge bg-sheet bg-none px-1 text-sm text-ink max-narrow:min-h-9 max-narrow:w-auto max-narrow:max-w-full max-narrow:flex-none max-narrow:text-[16px]"
      aria-label="Country of numbers without a country code"
      options={countryOptions(countries, country || null)}
      value={country}
      placeholder="a country"
      onChange={onChoose}
    />
  );
}
