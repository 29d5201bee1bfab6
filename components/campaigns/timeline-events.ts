import { answerBody } from "@/components/send/answer-message";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { openWord } from "@/lib/client/upload-answer";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import type { SentAnswer } from "@/lib/contract/console/audit";
import { byActor } from "@/lib/contract/console/automation/actors";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { endedMsIn, type Stage, stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { momentField } from "@/lib/contract/fields";
import { type UploadCounts, uploadCounts } from "@/lib/contract/upload-counts";
import { groupThousands } from "@/lib/format/conventions";
import { countOf } from "@/lib/format/format-count";
import { formatRaw, visibleControls } from "@/lib/format/format-raw";
import type { Zone } from "@/lib/format/format-time";
import { textIn } from "@/lib/format/json";
import { changesText } from "./progress-messages";

export type TimelineEvent = {
  at: string;
  tone: Tone;
  lead: string;
  by: string;
  sub?: string | undefined;
  answer?: SentAnswer;
};

export type TimelineInput = {
  answers: readonly SentAnswer[];
  progress: CampaignProgress | null | undefined;
  record: Record<string, unknown>;
};

export function timelineEvents({ answers, progress, record }: TimelineInput, zone: Zone): TimelineEvent[] {
  const events = [
    ...answers.map(actionEvent),
    ...recordEvents(answers, record),
    ...(progress ? changeEvents(answers, progress, endedMsIn(record) !== undefined, zone) : []),
  ];
  if (progress) events.push({ at: progress.first_seen_at, tone: "idle", lead: "First read", by: "by Switchboard" });
  return events.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

type Verb = { done: string; stage?: Stage };

const verbs: Record<string, Verb> = {
  start: { done: "Started", stage: "running" },
  pause: { done: "Paused", stage: "paused" },
  resume: { done: "Resumed", stage: "running" },
  cancel: { done: "Cancelled", stage: "ended" },
  validate_contacts: { done: "Contacts checked" },
};

const verbOf = ({ action }: SentAnswer) => action.slice(action.indexOf(".") + 1);

const sentence = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1).replaceAll("_", " ");

function actionEvent(answer: SentAnswer): TimelineEvent {
  const { action, at, outcome, actor_name } = answer;
  const by = byActor(actor_name);
  if (action === uploadContacts.id) return { at, by, answer, ...uploadResult(answer) };
  const verb = verbOf(answer);
  const sub = textIn(answer.detail?.because);
  if (outcome === "ok") return { at, by, tone: "ok", lead: verbs[verb]?.done ?? sentence(verb), sub };
  return { at, by, answer, ...outcomeParts(answer, sentence(verb)) };
}

function outcomeParts({ outcome, message, is_quoted }: SentAnswer, what: string) {
  if (outcome === "unknown")
    return { tone: "wait" as const, lead: `${what}, outcome unknown`, sub: "It may or may not have taken effect." };
  const text = message ? visibleControls(message) : undefined;
  return { tone: "fault" as const, lead: `${what} refused`, sub: is_quoted && text ? `“${text}”` : text };
}

export function uploadResult(answer: SentAnswer): Pick<TimelineEvent, "tone" | "lead" | "sub"> {
  const { detail, outcome, body, status } = answer;
  const file = typeof detail?.file === "string" ? detail.file : undefined;
  const parts = (...texts: (string | undefined)[]) => texts.filter(Boolean).join(", ") || undefined;
  if (outcome === "unknown")
    return {
      tone: "wait",
      lead: "Upload, outcome unknown",
      sub: parts(file, "we do not know whether the list arrived"),
    };
  if (outcome === "refused") {
    const { sub, ...refused } = outcomeParts(answer, "Upload");
    return { ...refused, sub: parts(file, sub) };
  }
  const kept = answerBody(body ?? "");
  const raw = "json" in kept ? kept.json : undefined;
  const [counts, open] = [uploadCounts(raw), openWord(raw, status ?? 0)];
  const size = typeof detail?.bytes === "number" ? `${groupThousands(String(detail.bytes))} bytes sent` : undefined;
  return {
    tone: open ? "live" : isShort(counts, status) ? "wait" : "ok",
    lead: counts?.accepted === undefined ? "Contact list uploaded" : `${countOf(counts.accepted, "contact")} uploaded`,
    sub: parts(file, open && `still in progress (${open})`, counts ? counts.said : size),
  };
}

/** An answer of 200 may have taken none of the list. */
const isShort = ({ accepted, rejected = 0 }: Partial<UploadCounts> = {}, status: number | null) =>
  rejected > 0 || accepted === 0 || status === 207;

/** The start and the end in the record itself, unless somebody here caused them. */
function recordEvents(answers: readonly SentAnswer[], record: Record<string, unknown>): TimelineEvent[] {
  const isOwn = (verb: string) => answers.some((answer) => answer.outcome === "ok" && verbOf(answer) === verb);
  const event = (ms: number | undefined, tone: Tone, lead: string) =>
    ms === undefined ? [] : [{ at: new Date(ms).toISOString(), tone, lead, by: "on the platform" }];
  return [
    ...(isOwn("start") ? [] : event(momentField(record, "started_at"), "ok", "Started")),
    ...(isOwn("cancel") ? [] : event(endedMsIn(record), "done", sentence(statusIn(record) ?? "Ended"))),
  ];
}

function changeEvents(
  answers: readonly SentAnswer[],
  { changes, counts }: CampaignProgress,
  isEndInRecord: boolean,
  zone: Zone,
): TimelineEvent[] {
  const explained = new Set<string>();
  return changes.toReversed().flatMap(({ at, fields }) => {
    const after = fields.find(({ path }) => path === "status" || path === "state")?.after;
    const stage = stageOf(textIn(after) ?? null);
    const cause = answers.find((answer) => answer.outcome === "ok" && verbs[verbOf(answer)]?.stage && answer.at <= at);
    const isOwn = cause && !explained.has(cause.id) && verbs[verbOf(cause)]?.stage === stage;
    if (isOwn) explained.add(cause.id);
    const isShown = after !== undefined && !isOwn && !(stage === "ended" && isEndInRecord);
    const text = changesText(fields, counts, zone);
    const event = { at, tone: "idle" as const, by: "on the platform" };
    return [
      ...(isShown ? [{ ...event, lead: sentence(formatRaw(after)), sub: text || undefined }] : []),
      ...(!isShown && text ? [{ ...event, lead: "Changed", sub: text }] : []),
    ];
  });
}
