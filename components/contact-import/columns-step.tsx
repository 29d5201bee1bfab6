"use client";

import { useMemo } from "react";
import type { CountryChoice as Country, Look } from "@/lib/contacts/engine";
import type { Mapping } from "@/lib/contacts/plan";
import { ColumnCords } from "./column-cords";
import { ColumnList } from "./column-list";
import { joinsOf } from "./cord-paths";
import { CountryChoice } from "./country-choice";
import { FieldPlates } from "./field-plates";
import { guessesIn, whyNotChecked } from "./mapping-words";
import { NotSent } from "./not-sent";
import { StepBar } from "./step-bar";

export type ColumnsStepProps = {
  look: Look;
  mapping: Mapping;
  isNameless: boolean;
  onMapping: (mapping: Mapping) => void;
  onNameless: () => void;
  onContinue: () => void;
  country: string | null;
  countries: readonly Country[];
  onCountry: (country: string | null) => void;
};

/** The file's columns at one side, the API's two at the other, a cord for each that is sent. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { look, mapping, isNameless, onMapping, onNameless, onContinue, ...country } = props;
  const joins = useMemo(() => joinsOf(mapping, guessesIn(look, mapping)), [look, mapping]);
  const joined = useMemo(() => new Set(joins.map(({ column }) => column)), [joins]);

  return (
    <>
      <div className="cf-match fill">
        <div className="rec-h">
          <h2 className="h2" id="import-step" tabIndex={-1}>
            Match columns
          </h2>
          <p className="dim">
            {joins.some(({ isGuess }) => isGuess)
              ? "What is marked as a guess may be wrong: look at its values."
              : "Each contact is sent as a number and a name."}
          </p>
        </div>
        <div className="cf-board">
          <ColumnCords joins={joins} />
          <div className="cf-plates">
            <FieldPlates {...{ look, mapping, isNameless, onMapping, onNameless }} />
            <CountryChoice {...country} />
          </div>
          <div className="cf-columns">
            <ColumnList columns={look.columns} joined={joined} />
            {mapping.phone >= 0 && <NotSent columns={look.columns} joined={joined} />}
          </div>
        </div>
      </div>
      <StepBar label="Check the list" whyNot={whyNotChecked(mapping, isNameless)} onContinue={onContinue}>
        Reads the whole file in this browser. Nothing is sent.
      </StepBar>
    </>
  );
}
