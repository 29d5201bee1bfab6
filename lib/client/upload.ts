import type { InputOf } from "@/lib/contract/inputs";
import { pathOf } from "@/lib/contract/match";
import type { Operation } from "@/lib/contract/operation";
import type { RawAnswer } from "./answer";
import { answerOf, newRequestId, unreachable } from "./call";

export type UploadProgress = { sentBytes: number; totalBytes: number };

export type UploadOptions = {
  file: File;
  /** Name of the file the person chose, from which `file` was generated. */
  chosenName: string;
  /** The journal entry of the list, in which the server keeps whom it names. */
  importId?: string;
  onProgress: (progress: UploadProgress) => void;
  signal: AbortSignal;
  as?: "form" | "text";
};

/**
 * Sends one file with upload progress, which fetch does not report. The file is the form part `file`, or the request
 * body if `as` is "text".
 */
export function upload<Op extends Operation>(op: Op, input: InputOf<Op>, options: UploadOptions): Promise<RawAnswer> {
  const { file, chosenName, importId, onProgress, signal, as = "form" } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const requestId = newRequestId();
    request.open(op.method, `/api${pathOf(op, input)}`);
    request.setRequestHeader("x-switchboard", "1");
    request.setRequestHeader("x-request-id", requestId);
    request.setRequestHeader("x-file-name", encodeURIComponent(chosenName.toWellFormed()));
    if (importId !== undefined) request.setRequestHeader("x-import-id", importId);
    if (as === "text") request.setRequestHeader("content-type", "text/csv");
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    request.onerror = () => reject(unreachable(op, { requestId }));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const header = (name: string) => request.getResponseHeader(name);
      try {
        resolve(answerOf(op, { status: request.status, text: request.responseText, header }));
      } catch (problem) {
        reject(problem);
      }
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(as === "form" ? formOf(file) : file);
  });
}

function formOf(file: File) {
  const form = new FormData();
  form.append("file", file, file.name);
  return form;
}
