import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { FileState } from "./file-state";

type FileOpeningProps = Extract<FileState, { step: "opening" }> & { onCancel: () => void };

export function FileOpening({ file, progress, onCancel }: FileOpeningProps) {
  return (
    <div className="cf-opening">
      <Progress
        label={`Opening ${file.name}`}
        sent={progress?.readBytes ?? 0}
        total={progress?.totalBytes ?? file.size}
        {...(progress && progress.rows > 0 ? { note: `${progress.rows.toLocaleString("en-US")} rows so far` } : {})}
      />
      <Button icon="x" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
