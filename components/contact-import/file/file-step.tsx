import { useEffect } from "react";
import type { ListState } from "@/components/contact-import/state/import-state";
import { StepBar, StepHeading } from "@/components/contact-import/step-page";
import { DropZone } from "@/components/list-file/drop-zone";
import { deferred } from "@/components/ui/browser/deferred";
import { saveFile } from "@/components/ui/browser/save-file";
import { Button } from "@/components/ui/buttons/button";
import { Progress } from "@/components/ui/charts/progress";
import { KvList } from "@/components/ui/page/kv-list";
import { useAnnounce } from "@/components/ui/page/live-region";
import { Section, sectionClass, sectionsClass } from "@/components/ui/page/section";
import { type Format, limits } from "@/lib/contacts/plan";
import { formatCount } from "@/lib/format/format-count";
import { SampleLists } from "./sample-lists";

const FileOpen = deferred(async () => (await import("./file-open")).FileOpen);
const FileRefused = deferred(async () => (await import("./file-refused")).FileRefused);

/** Header only, since an example row could be sent by mistake. The BOM makes Excel read it as UTF-8. */
export const templateFile = {
  name: "contacts-template.csv",
  text: "\ufeffphone_number,name\r\n",
  type: "text/csv;charset=utf-8",
} as const;

const megabytes = limits.bytes / 1024 ** 2;

const rules = [
  [
    "Columns",
    <>
      <code>phone_number</code> and <code>name</code>. Other names can be matched in the next step. Other columns are
      left out.
    </>,
  ],
  [
    "Numbers",
    <>
      International format: +, country code, number, as <span>+12125550142</span>. Spaces, dashes and brackets are taken
      out.
    </>,
  ],
  ["Names", `One per number, at most ${limits.nameCharacters} characters.`],
  ["Files", "CSV or text, with commas, semicolons, tabs or vertical bars. Workbooks as .xlsx or .ods."],
  ["Encoding", "UTF-8 or UTF-16. Older encodings are detected from the text."],
  [
    "Size",
    `Tested with ${formatCount(limits.triedRows)} rows. At most ${formatCount(limits.rows)} rows, ${megabytes} MB and ${limits.columns} columns.`,
  ],
  ["Upload", "Nothing leaves this browser until you press the last button."],
] as const;

export type FileStepProps = {
  state: ListState;
  onFile: (file: File) => void;
  onFormat: (format: Format) => void;
  onSheet: (sheet: number) => void;
  onCancel: () => void;
  onContinue: () => void;
};

export function FileStep({ state, onFile, onFormat, onSheet, onCancel, onContinue }: FileStepProps) {
  const announce = useAnnounce();

  function cancel() {
    onCancel();
    announce("The file was not opened.");
    // The cancel button is removed, so move the focus to the heading.
    document.getElementById("import-step")?.focus();
  }

  return (
    <>
      <div className={`flex-1 ${sectionsClass({ columns: "beside" })}`}>
        <div
          className={`${sectionClass} grid grid-cols-1 content-start gap-3.5 ${dropZoneClasses[state.step === "none" ? "only" : "beside"]}`}
        >
          <StepHeading className="leading-6">
            {state.step === "open" ? "Look at the first rows" : "Choose a file"}
          </StepHeading>
          <DropZone
            title={state.step === "none" ? "Choose a file, or drop it here" : "Choose another file, or drop it here"}
            accept=".csv,.tsv,.txt,.xlsx,.xlsm,.ods,.xls,.xlsb,text/csv,text/plain,text/tab-separated-values"
            onFile={onFile}
          >
            CSV, text, Excel or OpenDocument. Cells copied in a spreadsheet can be pasted.
          </DropZone>
          {state.step === "none" && <SampleLists onFile={onFile} />}
          {state.step === "opening" && <FileOpening {...state} onCancel={cancel} />}
          {state.step === "refused" && <FileRefused {...state} onFormat={onFormat} onSheet={onSheet} />}
          {state.step === "open" && <FileOpen {...state} onFormat={onFormat} onSheet={onSheet} />}
        </div>
        <FileRules />
      </div>
      {state.step === "open" && (
        <StepBar
          label={state.preview.isCertain ? "Check the list" : "Match columns"}
          whyNot={whyNot(state)}
          onContinue={onContinue}
        >
          {state.preview.isCertain && "The columns are phone_number and name: nothing to match."}
        </StepBar>
      )}
    </>
  );
}

const dropZoneClasses = {
  only: "[&>button]:py-11",
  beside:
    "[&>button]:flex [&>button]:flex-wrap [&>button]:justify-center [&>button]:gap-x-2.5 [&>button]:gap-y-0.5 [&>button]:py-[11px]",
};

function whyNot({ preview, isPreviewLoading }: Extract<ListState, { step: "open" }>): string | undefined {
  if (isPreviewLoading) return "Loading the first rows again.";
  return preview.rows.length === 0 ? "There are no rows to upload." : undefined;
}

type FileOpeningProps = Extract<ListState, { step: "opening" }> & { onCancel: () => void };

function FileOpening({ file, progress, onCancel }: FileOpeningProps) {
  useEffect(() => {
    for (const { load } of [FileOpen, FileRefused]) load().catch(noop);
  }, []);
  return (
    <div className="grid justify-items-start gap-3 [&>:first-child]:w-full">
      <Progress
        label={`Opening ${file.name}`}
        sent={progress?.readBytes ?? 0}
        total={progress?.totalBytes ?? file.size}
        {...(progress && progress.rows > 0 ? { note: `${formatCount(progress.rows)} rows so far` } : {})}
      />
      <Button icon="x" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** A failed load is repeated, and explained, by the step that needs the code. */
const noop = () => undefined;

function FileRules() {
  return (
    <Section
      title="What the list needs"
      className="grid content-start justify-items-start gap-3 [&>div]:m-0 [&>dl]:grid-cols-[68px_minmax(0,1fr)] [&>dl]:gap-x-3.5 [&>dl]:gap-y-2"
    >
      <KvList entries={rules} />
      <Button icon="dl" onClick={() => saveFile(templateFile.name, templateFile.text, templateFile.type)}>
        Download a template
      </Button>
    </Section>
  );
}
