import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { DropZone } from "@/components/list-file/drop-zone";
import { useEngine } from "@/components/list-file/use-engine";
import { saveBlob } from "@/components/ui/browser/save-file";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { type NotCalled, pickNotCalled } from "@/lib/client/lists/not-called";
import type { ContactImport } from "@/lib/contract/console/imports";
import { countOf, formatCount } from "@/lib/format/format-count";

export type NotCalledDialogProps = {
  upload: Pick<ContactImport, "file_name" | "rows" | "rules"> & { import_id: string };
  /** The file as it was sent, if this browser still has it. */
  sentFile?: File;
  onClose: () => void;
};

/** Saves the rows of an upload that were not called yet. Numbers are not stored, so it reads the file again. */
export function NotCalledDialog({ upload, sentFile, onClose }: NotCalledDialogProps) {
  const { engine, failure } = useEngine();
  const controller = useRef(new AbortController());
  const pick = useMutation({
    mutationFn: async (file: File) => {
      if (!engine) throw new Error("The engine has not started.");
      return pickNotCalled({ engine, upload, file, signal: controller.current.signal });
    },
  });
  const isReady = engine !== undefined;
  const pickSent = useEffectEvent(() => sentFile && pick.mutate(sentFile));
  useEffect(() => {
    if (isReady) pickSent();
  }, [isReady]);
  useEffect(() => () => controller.current.abort(), []);
  const { data: picked, error } = pick;
  const problem = error?.message ?? failure;

  return (
    <Dialog
      title="Save those not called yet"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {picked && picked.notCalled > 0 && (
            <Button variant="primary" icon="dl" onClick={() => saveBlob(picked.file.name, picked.file)}>
              Save {formatCount(picked.notCalled)} {picked.notCalled === 1 ? "row" : "rows"}
            </Button>
          )}
        </>
      }
    >
      <div role="status">
        {picked && notCalledSentences(picked, upload.rows).map((sentence) => <p key={sentence}>{sentence}</p>)}
        {pick.isPending && <p>Comparing with the calls of the campaign…</p>}
      </div>
      {!sentFile && !picked && !pick.isPending && (
        <>
          <p className="mb-3 text-ink-2">
            Phone numbers are not stored here. Choose the file again: its numbers are compared with this upload and with
            the calls since.
          </p>
          {isReady && (
            <DropZone title={`Choose ${upload.file_name}`} onFile={(file) => pick.mutate(file)}>
              The file that was uploaded, also if its rows are in another order
            </DropZone>
          )}
        </>
      )}
      {problem && (
        <FieldError isAlert className="mt-3">
          {problem}
        </FieldError>
      )}
    </Dialog>
  );
}

const peopleWord = (count: number) => countOf(count, "person", "people");

/** Rows of a file that was read again. `rows`: contacts of the upload. */
function notCalledSentences({ found, notCalled }: Pick<NotCalled, "found" | "notCalled">, rows: number) {
  if (found === 0) return ["None of its people is in this upload. Choose the file that was uploaded."];
  const missing = rows - found;
  return [
    `${formatCount(notCalled)} of ${peopleWord(found)} ${notCalled === 1 ? "was" : "were"} not called yet, by the events received.`,
    ...(missing > 0 ? [`${peopleWord(missing)} of the upload ${missing === 1 ? "is" : "are"} not in this file.`] : []),
    ...(notCalled > 0 ? ["They stay in the campaign. It calls them unless it is paused or cancelled."] : []),
  ];
}
