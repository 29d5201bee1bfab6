import type { AuditedSend, AuditOutcome } from "@/lib/audit/audited-send";
import type { Person } from "@/lib/contract/actor";
import type { CounterMeanings } from "@/lib/contract/console/campaign-counters";
import type { WaitingCampaign } from "@/lib/contract/console/do-not-call";
import type { Implemented } from "@/lib/contract/implement";
import type { Observation } from "./observation";
import type { AnswerSeal } from "./stand-ins";

export type UploadSender = { campaign_id: string; person: Person; import_id: string | undefined };

export type RecordUpload = (sender: UploadSender) => UploadRecord;

/** Numbers of an upload and its entry in the journal. */
export type UploadRecord = {
  /** Keeps a keyed hash of each number, in E.164 form, with its row. Answers as `blockedAmong`. */
  compare(numbers: readonly string[], rows: readonly number[]): Promise<readonly number[]>;
  /** Removes everything that was kept. */
  remove(): Promise<void>;
  /** To be called before the first byte is sent. */
  begin(list: { file_name: string; rows: number; bytes: number; sha256: string }): Promise<void>;
  finish(end: { outcome: "ok" | "refused" | "unknown"; status: number | null; accepted: number | null }): Promise<void>;
};

/** The operations that the gateway runs in this process, and the receivers of what passes through it. */
export type GatewayConsole = {
  /** `begin` returns the ID of the new entry. */
  audit: { begin(send: AuditedSend): Promise<string>; finish(id: string, outcome: AuditOutcome): Promise<void> };
  /** Meanings of the counters of campaigns that an admin set. */
  counterMeanings(): Promise<CounterMeanings>;
  /** Positions of the numbers, in E.164 form, that must not be called. */
  blockedAmong(numbers: readonly string[]): Promise<readonly number[]>;
  /** A text that changes whenever a number is blocked. */
  newestBlock(): Promise<string>;
  /** Keeps whom an upload names, unless its sender has done so. */
  recordUpload: RecordUpload;
  /** Blocked people who wait in a campaign; undefined if there are none. */
  blockedWaiting(campaign_id: string): Promise<Pick<WaitingCampaign, "name" | "people" | "unconfirmed"> | undefined>;
  /** Records that a person confirmed to call these people all the same. */
  confirmBlocked(campaign_id: string, confirmation: { at: Date; people: number; by: string }): Promise<void>;
  /** The campaign that the events of a call name; undefined if they name none. */
  campaignOfCall(call_id: string): Promise<string | undefined>;
  /** Name of the connected platform in file names. */
  platform: string;
  /** Seals the IDs and cursors of answers. */
  answerSeal: AnswerSeal;
  operations: readonly Implemented<{ person: Person; address: string | null; requestId: string }>[];
  /** Never throws and never waits. */
  observe(observation: Observation): void;
  /** Publishes changed query keys to all processes. Never throws and never waits. */
  changed(keys: readonly string[]): void;
  /** Subscribes to the query keys of what changed since this process read it. */
  onOutdated(run: (keys: readonly string[]) => void): void;
};

export type Sessions = {
  /** `isUnattended` requests do not keep the session active. */
  personOf(cookie: string | undefined, isUnattended?: boolean): Promise<Person | undefined>;
  /** The owner of a valid token, with at most its role. */
  ownerOf(token: string): Promise<Person | undefined>;
  /** Subscribes to possible changes of any session, role or token. Returns the unsubscribe function. */
  onSessionsChanged(run: () => void): () => void;
};
