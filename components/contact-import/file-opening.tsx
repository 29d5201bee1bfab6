import { Progress } from "@/components/ui/progress";
import type { FileState } from "./file-state";

export function FileOpening({ file, progress }: Extract<FileState, { step: "opening" }>) {
  return (
    <Progress
      label={`Opening ${file.name}`}
      sent={progress?.readBytes ?? 0}
      total={progress?.totalBytes ?? file.size}
      {...(progress && progress.rows > 0 ? { note: `${progress.rows.toLocaleString("en-US")} rows so far` } : {})}
    />
  );
}
