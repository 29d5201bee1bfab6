"use client";

import { type ReactNode, useEffect, useState } from "react";
import { countryOptions, lastCountry, storeLastCountry } from "@/components/contact-import/columns/country-options";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { Combobox } from "@/components/ui/fields/combobox";
import { countryName } from "@/lib/contacts/country-name";
import type { ContactEngine, CountryChoice } from "@/lib/contacts/engine";
import { headingOf } from "@/lib/contacts/messages/group-messages";
import type { Rules } from "@/lib/contacts/plan";
import { countOf, formatCount } from "@/lib/format/format-count";
import { type Rewrite, type RewriteInput, rewritesFor } from "./rewrite-list";

export type RewritesProps = RewriteInput & {
  engine: ContactEngine;
  countries: readonly CountryChoice[];
  onRules: (changes: Partial<Rules>) => void;
};

/** Bulk fixes of a group, each with its row count and an example. */
export function Rewrites({ engine, countries, onRules, ...input }: RewritesProps) {
  const { plan } = input;
  const [chosen, setChosen] = useState(() => plan.rules.country ?? lastCountry() ?? "");
  const available = rewritesFor(input);
  const national = available.find(({ id }) => id === "country")?.before;
  const inCountry = useInCountry({ engine, phone: national, country: chosen });
  const rewrites = available.map((rewrite) =>
    rewrite.id === "country" ? { ...rewrite, after: inCountry.after } : rewrite,
  );
  const withSuggestions = rewrites.filter(({ isOn, suggestions }) => !isOn && suggestions && suggestions.length > 0);
  const listed = rewrites.filter((rewrite) => !withSuggestions.includes(rewrite));

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
    <>
      {withSuggestions.map((rewrite) => (
        <SuggestionBox key={rewrite.id} rewrite={rewrite} onApply={() => apply(rewrite)} />
      ))}
      {listed.length > 0 && (
        <ul className="mt-2 rounded-2 border border-rule-2">
          {listed.map((rewrite) => (
            <RewriteRow
              key={rewrite.id}
              rewrite={rewrite}
              words={rewrite.id === "country" && rewrite.isOn ? countryAppliedMessage(plan.rules) : rewrite.words}
              whyNot={rewrite.id === "country" ? whyNot(chosen, inCountry.isNone) : undefined}
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
      )}
    </>
  );
}

const manualFixMessage = "Change these row by row below, or in the file.";

const countryAppliedMessage = ({ country }: Rules) =>
  `Numbers without a country code are taken as numbers of ${countryName(country ?? "")}`;

function whyNot(country: string, isNone: boolean): string | undefined {
  if (country === "") return "Choose a country first.";
  return isNone ? `No number of ${countryName(country)}.` : undefined;
}

type RewriteRowProps = {
  rewrite: Rewrite;
  words: string;
  whyNot: string | undefined;
  isOff: boolean;
  onApply: () => void;
  onUndo: () => void;
  children: ReactNode;
};

function RewriteRow({ rewrite, words, whyNot, isOff, onApply, onUndo, children }: RewriteRowProps) {
  const { count, isOn, before, after } = rewrite;
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
        {!isOn && before !== undefined && <Change before={before} after={after} />}
        {!isOn && whyNot && <span className="font-sans text-sm/[17px] tracking-normal text-ink-3">{whyNot}</span>}
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

type ChangeProps = { before: string; after: string | undefined };

function Change({ before, after }: ChangeProps) {
  return (
    <>
      <span className="min-w-0 truncate text-ink-3">{before}</span>
      {after !== undefined && (
        <>
          <Icon name="right" small />
          <span className="sr-only">becomes</span>
          <span className="flex-none truncate font-semibold text-ok-ink">{after}</span>
        </>
      )}
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

type InCountryInput = {
  engine: Pick<ContactEngine, "inCountry">;
  phone: string | undefined;
  country: string;
};

/** The number in international format for a country. `isNone` is true if it is invalid there. */
function useInCountry({ engine, phone, country }: InCountryInput) {
  const [example, setExample] = useState<{ key: string; after: string | undefined }>();
  const exampleKey = phone === undefined || country === "" ? undefined : `${country} ${phone}`;

  useEffect(() => {
    if (exampleKey === undefined || phone === undefined) return;
    let isOld = false;
    // The number is only an example, so a failure shows none.
    const show = (after: string | undefined) => !isOld && setExample({ key: exampleKey, after });
    engine.inCountry(phone, country).then(show, () => show(undefined));
    return () => {
      isOld = true;
    };
  }, [engine, exampleKey, phone, country]);

  const after = example && example.key === exampleKey ? example.after : undefined;
  return { after, isNone: example !== undefined && example.key === exampleKey && example.after === undefined };
}

/** Shows up to three suggestions and applies all of them with one button. */
function SuggestionBox({ rewrite, onApply }: { rewrite: Rewrite; onApply: () => void }) {
  const { count, words, suggestions = [] } = rewrite;
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
