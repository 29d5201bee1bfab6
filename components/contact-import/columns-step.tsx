"use client";

import { useMemo, useRef } from "react";
import type { CountryChoice as Country, Look } from "@/lib/client/contacts/engine";
import type { Mapping } from "@/lib/client/contacts/plan";
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
  onMapping: (mapping: Mapping) => void;
  onContinue: () => void;
  country: string | null;
  countries: readonly Country[];
  onCountry: (country: string | null) => void;
};

/** The file's columns at one side, the API's two at the other, a cord for each that is sent. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { look, mapping, onMapping, onContinue, ...countries } = props;
  const board = useRef<HTMLDivElement>(null);
  const joins = useMemo(() => joinsOf(mapping, guessesIn(look, mapping)), [look, mapping]);
  const joined = useMemo(() => new Set(joins.map(({ column }) => column)), [joins]);

  return (
    <>
      <div className="cf-match fill">
        <div className="rec-h">
          <h2 className="h2" id="import-step" tabIndex={-1}>
            Match columns
          </h2>
          <p className="note">
            {joins.some(({ isGuess }) => isGuess) && "A dotted cord is a guess: look at its values."}
          </p>
        </div>
        <div className="cf-board" ref={board}>
          <ColumnCords board={board} joins={joins} />
          <FieldPlates look={look} mapping={mapping} onMapping={onMapping} />
          <ColumnList columns={look.columns} joined={joined} />
        </div>
        <div className="cf-after">
          <NotSent columns={look.columns} joined={joined} />
          <CountryChoice {...countries} />
        </div>
      </div>
      <StepBar label="Check the list" whyNot={whyNotChecked(mapping)} onContinue={onContinue}>
        Reads the whole file in this browser. Nothing is sent.
      </StepBar>
    </>
  );
}
