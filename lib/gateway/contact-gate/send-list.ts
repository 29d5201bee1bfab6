import type { Person } from "@/lib/contract/actor";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import type { Operation } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { uploadCounts } from "@/lib/contract/upload-counts";
import { textIn } from "@/lib/format/json";
import type { GatewayConsole, UploadRecord } from "@/lib/gateway/gateway-console";
import type { ParsedAnswer } from "@/lib/gateway/parse-response";
import { type ContactGateOptions, type HeldList, holdList, type IncomingList } from "./contact-gate";

/** `importId`: the journal entry in which the sender says to keep whom the list names. */
export type SentFile = IncomingList & { importId?: string | undefined; fileName?: string | null };

type SendOptions = {
  op: Operation;
  input: Record<string, unknown>;
  person: Person;
  gate: Omit<ContactGateOptions, "record">;
  recordUpload: GatewayConsole["recordUpload"];
  send: (list: HeldList) => Promise<ParsedAnswer>;
};

/** Compares a contact list before any of it is sent, and keeps whom an upload names, whoever sends it. */
export async function sendList(file: SentFile, options: SendOptions): Promise<ParsedAnswer> {
  const { op, input, person, gate, recordUpload, send } = options;
  const sender = { campaign_id: textIn(input.campaign_id) ?? "", person, import_id: file.importId };
  const record = op.id === uploadContacts.id ? recordUpload(sender) : undefined;
  const list = await held(file, { ...gate, record }).catch(async (error) => {
    await record?.remove().catch(leaveOpen);
    throw error;
  });
  return finished(record, send(list).finally(list.close));
}

async function held(file: SentFile, options: ContactGateOptions): Promise<HeldList> {
  const list = await holdList(file, options).catch(notSent);
  const { rows, sha256, contentLength: bytes, name } = list;
  try {
    await options.record?.begin({ file_name: file.fileName || name || "list without a name", rows, bytes, sha256 });
    return list;
  } catch (error) {
    await list.close();
    return notSent(error);
  }
}

async function finished(record: UploadRecord | undefined, sending: Promise<ParsedAnswer>): Promise<ParsedAnswer> {
  try {
    const answer = await sending;
    const accepted = uploadCounts(answer.raw)?.accepted ?? null;
    await record?.finish({ outcome: "ok", status: answer.status, accepted }).catch(leaveOpen);
    return answer;
  } catch (error) {
    const { outcome = "unknown", upstream } = error instanceof Problem ? error : {};
    await record?.finish({ outcome, status: upstream?.status ?? null, accepted: null }).catch(leaveOpen);
    throw error;
  }
}

function notSent(cause: unknown): never {
  if (cause instanceof Problem) throw cause;
  throw refused("storage_down", "Switchboard could not compare this list. Nothing was sent.", { cause });
}

/** Without an outcome, the people count as perhaps sent. */
const leaveOpen = () => undefined;
