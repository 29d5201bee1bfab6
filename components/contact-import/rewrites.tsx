"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Icon } from "@/components/ui/icon";
import type { ContactEngine, CountryChoice } from "@/lib/contacts/engine";
import type { Plan, Rules } from "@/lib/contacts/plan";
import { countryName, countryOptions } from "./country-name";
import { headingOf } from "./group-messages";
import { keepLastCountry, lastCountry } from "./last-country";
import {
  appliedTogether,
  canApplyTogether,
  type Rewrite,
  type RewriteInput,
  rewritesFor,
  takeBackMessage,
} from "./rewrite-list";

export type RewritesProps = RewriteInput & {
  engine: ContactEngine;
  countries: readonly CountryChoice[];
  examples: SeenExamples;
  onPlan: (next: Plan, how: "typed" | "chosen") => void;
};

/** Decisions for a whole group, each with how many rows it changes and one of them before and after. */
export function Rewrites({ engine, countries, examples, onPlan, ...input }: RewritesProps) {
  const { plan } = input;
  const [chosen, setChosen] = useState(() => plan.rules.country ?? lastCountry() ?? "");
  const found = rewritesFor(input);
  const national = found.find(({ id }) => id === "country")?.before;
  const inCountry = useInCountry({ engine, phone: national, country: chosen });
  const rewrites = found.map((each) => ({
    ...each,
    ...(each.id === "country" ? { after: inCountry.after } : {}),
    ...(each.isOn ? { before: undefined, after: undefined, ...examples.get(each.id) } : {}),
  }));
  const suggesting = rewrites.filter(({ isOn, suggestions }) => !isOn && suggestions && suggestions.length > 0);
  const listed = rewrites.filter((each) => !suggesting.includes(each));
  const open = rewrites.filter(({ isOn }) => !isOn);
  const canAll = canApplyTogether(open) && open.every((each) => each.id !== "country" || chosen !== "");

  const take = (changes: Partial<Rules>) => onPlan({ ...plan, rules: { ...plan.rules, ...changes } }, "chosen");
  const applied = (rewrite: Rewrite) => (rewrite.id === "country" ? { country: chosen } : rewrite.applied);
  function apply(some: readonly Rewrite[]) {
    for (const { id, before, after } of some) examples.set(id, { before, after });
    if (chosen !== "" && some.some(({ id }) => id === "country")) keepLastCountry(chosen);
    take(appliedTogether(some.map(applied)));
  }

  if (rewrites.length === 0)
    return headingOf(input.problem.group) === "mustFix" && <p className="rw-none note">{byHand}</p>;
  return (
    <>
      {canAll && (
        <Button size="small" icon="check" className="rw-all" onClick={() => apply(open)}>
          Apply all {open.length}
        </Button>
      )}
      {suggesting.map((rewrite) => (
        <SuggestionBox key={rewrite.id} rewrite={rewrite} onApply={() => apply([rewrite])} />
      ))}
      {listed.length > 0 && (
        <ul className="rw-list">
          {listed.map((rewrite) => (
            <RewriteRow
              key={rewrite.id}
              rewrite={rewrite}
              words={rewrite.id === "country" && rewrite.isOn ? takenAs(plan.rules) : rewrite.words}
              whyNot={rewrite.id === "country" ? whyNot(chosen, inCountry.isNone) : undefined}
              isOff={rewrite.id === "country" && chosen === ""}
              onApply={() => apply([rewrite])}
              onTakeBack={() => take(rewrite.takenBack)}
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

const byHand = "These can only be changed row by row, below, or in the file.";

const takenAs = ({ country }: Rules) =>
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
  onTakeBack: () => void;
  children: ReactNode;
};

function RewriteRow({ rewrite, words, whyNot, isOff, onApply, onTakeBack, children }: RewriteRowProps) {
  const { id, count, isOn, before, after } = rewrite;
  const rows = count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`;
  return (
    <li>
      <span className="rw-words">
        <span>{words}</span> {children}
      </span>
      <span className="num dim">{isOn ? "in force" : rows}</span>
      <span className="ba">
        {before !== undefined && <span className="ba-old">{before}</span>}
        {before !== undefined && after !== undefined && (
          <>
            <Icon name="right" small />
            <span className="vh">{isOn ? "became" : "becomes"}</span>
            <span className="ba-new">{after}</span>
          </>
        )}
        {!isOn && whyNot && <span className="note">{whyNot}</span>}
      </span>
      {isOn ? (
        <Button size="small" icon="undo" onClick={onTakeBack}>
          {takeBackMessage[id] ?? "Take back"}
          <span className="vh">: {words}</span>
        </Button>
      ) : (
        <Button size="small" aria-disabled={isOff || undefined} onClick={onApply}>
          Apply<span className="vh">: {words}</span>
        </Button>
      )}
    </li>
  );
}

type RewriteCountryProps = {
  country: string;
  countries: readonly CountryChoice[];
  onChoose: (country: string) => void;
};

/** No default: the file does not say of which country its numbers are. */
function RewriteCountry({ country, countries, onChoose }: RewriteCountryProps) {
  return (
    <Combobox
      className="mini"
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

/** What a number would be in a country; `isNone` where it would be none there. */
function useInCountry({ engine, phone, country }: InCountryInput) {
  const [told, setTold] = useState<{ asked: string; after: string | undefined }>();
  const asked = phone === undefined || country === "" ? undefined : `${country} ${phone}`;

  useEffect(() => {
    if (asked === undefined || phone === undefined) return;
    let isOld = false;
    // The number is only an example: where it cannot be worked out there is none.
    const tell = (after: string | undefined) => !isOld && setTold({ asked, after });
    engine.inCountry(phone, country).then(tell, () => tell(undefined));
    return () => {
      isOld = true;
    };
  }, [engine, asked, phone, country]);

  const after = told && told.asked === asked ? told.after : undefined;
  return { after, isNone: told !== undefined && told.asked === asked && told.after === undefined };
}

/** Rows that each have their own suggestion: three of them before and after, and one press for all. */
function SuggestionBox({ rewrite, onApply }: { rewrite: Rewrite; onApply: () => void }) {
  const { count, words, suggestions = [] } = rewrite;
  return (
    <section className="sugs" aria-label={words}>
      <div>
        <p>{words}</p>
        <ul>
          {suggestions.map(({ row, phone, name, suggestion, rowStatus }) => (
            <li key={row} className="ba">
              <span className="ba-old">{rowStatus === "mojibake" ? name : phone}</span>
              <Icon name="right" small />
              <span className="vh">becomes</span>
              <span className="ba-new">{suggestion}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="sugs-do">
        <Button variant="primary" icon="check" onClick={onApply}>
          {count === 1 ? "Use the suggestion" : `Use all ${count.toLocaleString("en-US")} suggestions`}
          <span className="vh">: {words}</span>
        </Button>
        <span className="note">{count === 1 ? "Undo takes it back" : "One undo takes all of them back"}</span>
      </div>
    </section>
  );
}

type Example = Pick<Rewrite, "before" | "after">;

/** One row of each rewrite as it was when it was applied: afterwards no report can show it any more. */
type SeenExamples = Map<Rewrite["id"], Example>;

export const createSeenExamples = (): SeenExamples => new Map();
