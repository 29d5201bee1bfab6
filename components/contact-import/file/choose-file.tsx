import { StepHeading } from "@/components/contact-import/step-page";
import { DropZone } from "@/components/list-file/drop-zone";
import { listTypes } from "@/components/list-file/pick-list";
import { saveFile } from "@/components/ui/browser/save-file";
import { Button, LinkButton } from "@/components/ui/buttons/button";
import { Progress } from "@/components/ui/charts/progress";
import { useToast } from "@/components/ui/overlay/toast";
import { useAnnounce } from "@/components/ui/page/live-region";
import { sectionClass } from "@/components/ui/page/section";
import type { Progress as OpenProgress } from "@/lib/contacts/engine";
import { formatCount } from "@/lib/format/format-count";

/** Header only, since an example row could be sent by mistake. The BOM makes Excel read it as UTF-8. */
export const templateFile = {
  name: "contacts-template.csv",
  text: "\ufeffphone_number,name\r\n",
  type: "text/csv;charset=utf-8",
} as const;

// `npm run samples` writes them.
const samples = [
  { name: "clean.csv", label: "240 clean people" },
  { name: "messy.csv", label: "400 with problems" },
] as const;

export function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const openSample = useSample(onFile);
  return (
    <div className={`${sectionClass} grid content-start gap-3.5 [&>button]:py-11`}>
      <StepHeading className="leading-6">Choose a file</StepHeading>
      <DropZone title="Choose a file, or drop it here" accept={listTypes} onFile={onFile}>
        CSV, text, Excel or OpenDocument, with a number and a name in each row. Cells copied in a spreadsheet can be
        pasted.
      </DropZone>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-ink-2">
        <span>Try a sample list:</span>
        {samples.map(({ name, label }) => (
          <LinkButton key={name} className="cursor-pointer" onClick={() => void openSample(name)}>
            {label}
          </LinkButton>
        ))}
        <LinkButton
          className="cursor-pointer"
          onClick={() => saveFile(templateFile.name, templateFile.text, templateFile.type)}
        >
          Download an empty list
        </LinkButton>
      </p>
    </div>
  );
}

/** Opens a list of invented people, whose numbers are reserved for fiction. */
function useSample(onFile: (file: File) => void) {
  const toast = useToast();
  return async (name: string) => {
    try {
      const response = await fetch(`/samples/${name}`);
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      onFile(new File([await response.blob()], `sample-${name}`, { type: "text/csv" }));
    } catch {
      toast({ tone: "fault", title: "The sample list could not be loaded", body: "Try again shortly." });
    }
  };
}

type FileOpeningProps = { file: File; progress: OpenProgress | undefined; onCancel: () => void };

export function FileOpening({ file, progress, onCancel }: FileOpeningProps) {
  const announce = useAnnounce();

  function cancel() {
    onCancel();
    announce("The file was not opened.");
  }

  return (
    <div className={`${sectionClass} grid flex-1 content-start justify-items-start gap-3 [&>:nth-child(2)]:w-full`}>
      <StepHeading variant="hidden">Opening {file.name}</StepHeading>
      <Progress
        label={`Opening ${file.name}`}
        sent={progress?.readBytes ?? 0}
        total={progress?.totalBytes ?? file.size}
        {...(progress && progress.rows > 0 ? { note: `${formatCount(progress.rows)} rows so far` } : {})}
      />
      <Button icon="x" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}
