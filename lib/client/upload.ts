import { pathOf } from "@/lib/contract/match";
import type { InputOf, Operation } from "@/lib/contract/operation";
import type { RawAnswer } from "./answer";
import { answerOf, unreachable } from "./call";

export type UploadProgress = { sentBytes: number; totalBytes: number };

/** Sends one file as the form part `file`, with true progress: a fetch cannot tell how much of its body has left. */
export function upload<Op extends Operation & { body: "file" }>(
  op: Op,
  input: InputOf<Op>,
  options: { file: File; onProgress: (progress: UploadProgress) => void; signal: AbortSignal },
): Promise<RawAnswer> {
  const { file, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append("file", file, file.name);
    request.open(op.method, `/api${pathOf(op, input)}`);
    request.setRequestHeader("x-switchboard", "1");
    request.setRequestHeader("x-file-name", encodeURIComponent(file.name.toWellFormed()));
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    request.onerror = () => reject(unreachable(op));
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
    request.send(form);
  });
}
