import type { FileTitle } from "@/lib/format/export-name";
import type { Shape, TypeOf } from "./fields";

export const roles = ["admin", "campaign_manager", "support", "viewer"] as const;
export type Role = (typeof roles)[number];

/** The roles that change what others see. A viewer only reads. */
export const staff: readonly Role[] = roles.filter((role) => role !== "viewer");

/** The roles that run campaigns. */
export const managers: readonly Role[] = ["admin", "campaign_manager"];

/**
 * A campaign, and how many people its caller confirmed to be called; undefined if their number is unknown.
 * `confirmed_blocked`: how many of them are on the do-not-call list.
 */
export type ConfirmedPeople = {
  campaign_id: string;
  confirmed_people?: number | null | undefined;
  confirmed_blocked?: number | null | undefined;
};

/** Names of the placeholders in a path. */
export type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** `resource.verb` */
export type OperationId = `${string}.${string}`;

/**
 * A declared endpoint. The schema of its input is in `inputs/`, under the same ID, so that pages can call it without a schema
 * library. `Key`: input keys that the declaration names. `Read`: what its functions read of the input.
 */
export type Operation<
  Id extends OperationId = OperationId,
  Path extends string = string,
  Output extends Shape = Shape,
  Key extends string = string,
  Read = Record<string, unknown>,
> = {
  id: Id;
  /** Name shown to people, in the imperative: "Start a campaign". */
  label: string;
  /** Verb phrase for the audit log, with `{it}` for the record: "pause {it}". Defaults to the label. */
  phrase?: string;
  /** Verb phrases by audit target, "" for none, of an operation on no record. */
  acts?: Readonly<Record<string, string>>;
  /** Verb phrase by input, of an operation with more than one direction: "disable {it}" or "enable {it}". */
  phraseOf?(input: Read): string;
  /** The audit log ends the sentence with the answer's message, as in "tested the connection: refused, 401". */
  hasResult?: true;
  /** Group name of a minor action, such as "preference". The audit log collapses these actions. */
  minor?: string;
  method: "GET" | "POST" | "DELETE";
  /** A read whose input is in the body, because it can hold a phone number and addresses are logged. */
  isRead?: true;
  path: Path;
  output: Output;
  allow: readonly Role[];
  /** `file`: the request body is a multipart upload, streamed without being buffered. */
  body?: "file";
  /** The answer is a streamed file. The audit log records each download with its input. */
  isFile?: true;
  /** Maximum size of the JSON body in bytes; 64 KiB by default. */
  largestInput?: number;
  /** Maximum size of an answer in bytes; 5 MiB by default. */
  largestAnswer?: number;
  /** Input key that identifies the target of a write without path parameters. The audit log stores it: never a secret. */
  about?: Key;
  /** Campaigns whose people are called. The gateway refuses if more people, or more blocked people, wait than were confirmed. */
  confirms?(input: Read): readonly ConfirmedPeople[];
  /** Campaigns whose people are called later. The gateway refuses if more blocked people wait than were confirmed. */
  confirmsLater?(input: Read): readonly ConfirmedPeople[];
  /** Roles that may call it only for calls of a campaign. The gateway checks it. */
  onlyInCampaigns?: readonly Role[];
  /** Input keys for Switchboard. They are not sent to the platform. */
  ownInput?: readonly Key[];
  /** Secrets in the platform's answer, such as a header's key, are hidden from everyone and not stored. */
  hidesSecrets?: true;
  /** Also runs, and is recorded, while the disk is nearly full. */
  freesSpace?: true;
  /** The audit log stores the input. Never set this if the input can hold a secret. */
  isInputKept?: true;
};

/** Declares an operation. */
export function operation<
  const Id extends OperationId,
  const Path extends string,
  Output extends Shape,
  const Key extends string = never,
  Read = unknown,
>(definition: Operation<Id, Path, Output, Key, Read>) {
  return definition;
}

/** Verb of an operation that can switch a setting on or off. */
export const switchVerb = (isOn: boolean | undefined) =>
  isOn === undefined ? "change" : isOn ? "switch on" : "switch off";

export type OutputOf<Op extends Operation> = TypeOf<Op["output"]>;

/** True for an operation of the platform, false for one of Switchboard itself. */
export const isOfPlatform = (op: Operation) => op.path.startsWith("/v1/");

/** True if the input that is not in the path is sent as JSON or as a file, not in the query. */
export const hasBody = (op: Operation) => op.method !== "GET";

export const isWrite = (op: Operation) => hasBody(op) && !op.isRead;

/** "phone number" for "phone-numbers". */
export const nounOf = (resource: string) => resource.replace("-", " ").replace(/s$/, "");

/** First part of an operation's id: the resource that it reads, or that a write invalidates. */
export const resourceOf = (op: Operation) => op.id.slice(0, op.id.indexOf("."));

/** Further resources to invalidate after a write: recorded answers and the audit log. */
export const alwaysStale = ["answers", "audit"] as const;

export const verbOf = (op: Operation) => op.id.slice(op.id.indexOf(".") + 1);

/** The names of the placeholders in an operation's path, in order. */
export const placeholdersOf = ({ path }: Operation): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Input key of the record ID if the operation reads one whole record. Undefined for lists, writes and sub-resources. */
export function recordKeyOf(op: Operation): string | undefined {
  const [name, ...more] = placeholdersOf(op);
  return !isWrite(op) && more.length === 0 && op.path.endsWith(`{${name}}`) ? name : undefined;
}

/** Rows of a file. The gateway masks their values, by field, before they become text. */
type FileRows = {
  rows: readonly Readonly<Record<string, unknown>>[];
  lineOf(row: Readonly<Record<string, unknown>>): string;
  /** A row whose JSON is parsed, if its texts hold JSON. Called only for a row that is masked. */
  valuesOf?(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
};

type FileOf<Part> = {
  contentType: string;
  /** True if it has no rows to count. */
  isText?: boolean;
  /** Writes all of it, with backpressure, and resolves to the number of rows. */
  send(write: (part: Part) => Promise<void>): Promise<number>;
};

/** A streamed file. What holds data of people is written as rows; a text is a header, or already a file. */
export type FileAnswer = FileOf<string | Uint8Array | FileRows> & { title: FileTitle };
/** A file as it is sent to the browser. */
export type FileStream = FileOf<string | Uint8Array> & { name: string };

/** True if a role may call an operation. In the browser this only avoids a refusal; the server enforces it. */
export const isAllowed = (op: Operation, role: Role) => op.allow.includes(role);
