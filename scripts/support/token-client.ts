import { answerOf, unreachable } from "@/lib/client/call";
import type { InputOf } from "@/lib/contract/inputs";
import { pathOf, restOf } from "@/lib/contract/match";
import { hasBody, type Operation } from "@/lib/contract/operation";
import type { UploadTarget } from "../import-check/options";

type UploadedFile = { file: File; chosenName: string; importId: string };

export type TokenClient = ReturnType<typeof tokenClient>;

/** Sends operations to a Switchboard with a token. Every failure is thrown as a Problem. */
export function tokenClient({ url, token, ...target }: UploadTarget) {
  async function request(op: Operation, path: string, init: RequestInit) {
    const headers = { authorization: `Bearer ${token}`, accept: "application/json", ...init.headers };
    const fail = (cause: unknown) => {
      throw unreachable(op, { cause });
    };
    const address = new URL(`/api${path}`, url);
    const response = await fetch(address, { ...init, method: op.method, headers, redirect: "manual" }).catch(fail);
    const text = await response.text().catch(fail);
    return answerOf(op, { status: response.status, text, header: (name) => response.headers.get(name) });
  }

  function send<Op extends Operation>(op: Op, input: InputOf<Op>) {
    const rest = restOf(op, input);
    const isSent = hasBody(op) && Object.keys(rest).length > 0;
    const body = { headers: { "content-type": "application/json" }, body: JSON.stringify(rest) };
    return request(op, pathOf(op, input), isSent ? body : {});
  }

  function upload<Op extends Operation>(op: Op, input: InputOf<Op>, list: UploadedFile) {
    const body = new FormData();
    body.append("file", list.file, list.file.name);
    const headers = {
      "x-file-name": encodeURIComponent(list.chosenName.toWellFormed()),
      "x-import-id": list.importId,
    };
    return request(op, pathOf(op, input), { headers, body });
  }

  return { ...target, send, upload };
}
