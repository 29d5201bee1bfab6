import { useEffect, useMemo } from "react";
import { FileReading, type FileReadingProps } from "@/components/contact-import/file/reading";
import type { ImportSession } from "@/components/contact-import/state/import-session";
import { isNameless } from "@/components/contact-import/state/import-state";
import type { OpenList } from "@/components/contact-import/state/open-list";
import { rememberColumns } from "@/components/contact-import/state/remembered-columns";
import type { Steps } from "@/components/contact-import/state/use-import-session";
import { StepBar, StepHeading } from "@/components/contact-import/step-page";
import { CountryCard } from "@/components/list-file/country-card";
import { Check } from "@/components/preflight/check";
import { useAnnounce } from "@/components/ui/page/live-region";
import type { ContactEngine, CountryChoice, Preview } from "@/lib/contacts/engine";
import { fileMessage } from "@/lib/contacts/messages/file-messages";
import { guessesIn, numberNotes, whyNotChecked } from "@/lib/contacts/messages/mapping-messages";
import type { Mapping } from "@/lib/contacts/plan";
import { ColumnBoard, ConnectorEnd, countryEnd, type Join, joinsOf } from "./column-board";
import { ConsentCard, consentEnd } from "./consent-card";
import { FieldCards } from "./field-cards";
import { useConsent } from "./use-consent";

export type ListStepProps = Pick<FileReadingProps, "onFormat" | "onSheet"> & {
  session: ImportSession;
  engine: ContactEngine;
  countries: readonly CountryChoice[];
  list: OpenList;
  steps: Steps;
};

/** The open file: how it is read, and which of its columns are sent. */
export function ListStep({ session, engine, countries, list, steps, ...reading }: ListStepProps) {
  const { preview, plan, checked } = list;
  const { mapping } = plan;
  const consent = useConsent({ engine, preview, plan, onOnly: (only) => session.decide({ kind: "limited", only }) });
  const asked = consent.questions.map(({ column }) => column).join();
  const joins = useMemo(
    () => [...joinsOf(mapping, guessesIn(preview, mapping)), ...asked.split(",").filter(Boolean).map(consentJoin)],
    [preview, mapping, asked],
  );
  const report = checked?.plan.mapping === mapping ? checked.report : undefined;
  useAnnouncedFile(list);

  return (
    <>
      <div className="flex-1">
        <div className="grid gap-2.5 px-(--gutter) pt-3.5">
          <StepHeading>Match columns</StepHeading>
          <FileReading {...list} {...reading} />
          <p className="text-ink-2">{introOf(preview, joins)}</p>
        </div>
        <ColumnBoard columns={preview.columns} joins={joins} isMatched={mapping.phone >= 0}>
          <FieldCards
            {...{ preview, mapping }}
            isNameless={isNameless(plan)}
            onMapping={(next) => session.decide({ kind: "mapped", mapping: next })}
            onNameless={() => session.decide({ kind: "nameless" })}
          />
          <ConsentCard
            columns={preview.columns}
            consent={consent}
            refusals={checked?.report.groups.find(({ group }) => group === "refusal")}
          />
          <NumberNotes preview={preview} mapping={mapping} />
          <div className="relative">
            {mapping.country !== undefined && (
              <ConnectorEnd isOff={false} className="top-4 -left-2 z-1 bg-sheet" data-connector-end={countryEnd} />
            )}
            <CountryCard
              {...{ engine, countries }}
              origins={report?.origins}
              column={preview.columns[mapping.country ?? -1]?.name}
              country={plan.rules.country}
              onCountry={(country) => session.decide({ kind: "ruled", rules: { country } })}
            />
          </div>
        </ColumnBoard>
      </div>
      <StepBar
        label="Check the list"
        whyNot={whyUnread(list) ?? whyNotChecked(mapping, isNameless(plan)) ?? consent.whyNot}
        onContinue={() => {
          consent.confirm();
          rememberColumns(preview, plan.format, mapping);
          steps.check();
        }}
      >
        Checks the whole file in this browser. Nothing is uploaded.
      </StepBar>
    </>
  );
}

function introOf(preview: Preview, joins: readonly Join[]): string {
  if (!joins.some(({ isGuess }) => isGuess)) return "Each contact is uploaded as a number and a name.";
  return preview.isRemembered
    ? "In this browser, an earlier list with these columns was read like this. Check the values."
    : "Columns marked as a guess may be wrong. Check their values.";
}

function whyUnread({ preview, isPreviewLoading }: OpenList): string | undefined {
  if (isPreviewLoading) return "Loading the first rows again.";
  return preview.rows.length === 0 ? "There are no rows to upload." : undefined;
}

function useAnnouncedFile({ file, format, book, preview, isPreviewLoading }: OpenList) {
  const announce = useAnnounce();
  const message = isPreviewLoading ? "" : fileMessage({ name: file.name, format, book, preview });
  useEffect(() => {
    if (message) announce(message);
  }, [announce, message]);
}

/** Extensions, labels and further numbers in columns that are not sent. */
function NumberNotes({ preview, mapping }: { preview: Preview; mapping: Mapping }) {
  const notes = numberNotes(preview, mapping);
  if (notes.length === 0) return undefined;
  return (
    <ul className="rounded-2 border border-rule-2" aria-label="Other columns about the numbers">
      {notes.map(({ tone, text }) => (
        <Check key={text} tone={tone}>
          {text}
        </Check>
      ))}
    </ul>
  );
}

const consentJoin = (column: string): Join => ({
  column: Number(column),
  end: consentEnd(Number(column)),
  isGuess: false,
});
