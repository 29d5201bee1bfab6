import { firstField, firstNumber, firstText, momentField, titleOf } from "@/lib/contract/fields";
import { callPatterns, isStatusWord } from "@/lib/contract/status-words";
import { callingCodeOf } from "@/lib/format/calling-code";
import { visibleControls } from "@/lib/format/format-raw";
import { believableSeconds } from "./call-length";

export type CallTurn = { role: string; text: string; seconds: number | undefined };

export type CallShape = {
  customer: string | undefined;
  /** As sent. */
  direction: string | undefined;
  isInbound: boolean;
  customerNumber: string | undefined;
  ownNumber: string | undefined;
  /** By the calling code of the customer's number. */
  country: string | undefined;
  status: string | undefined;
  isOver: boolean;
  isLive: boolean;
  /** Ringing, or waiting to be placed. Not answered yet. */
  isRinging: boolean;
  isWaiting: boolean;
  startedMs: number | undefined;
  answeredMs: number | undefined;
  endedMs: number | undefined;
  /** Seconds of ringing and talking; a call that nobody answered was talked for none. */
  ringSeconds: number | undefined;
  talkSeconds: number | undefined;
  /** As sent. */
  reason: string | undefined;
  cost: string | undefined;
  currency: string | undefined;
  summary: string | undefined;
  turns: readonly CallTurn[];
  ids: Readonly<
    Record<"campaign_id" | "assistant_id" | "workflow_ref" | "session_id" | "phone_number_id", string | undefined>
  >;
};

export function readCall(record: unknown): CallShape {
  const text = (...names: string[]) => firstText(record, ...names);
  const direction = text("direction", "type");
  const isInbound = /^(inbound|incoming)/i.test(direction ?? "");
  const [from, to] = [text("from_number", "from"), text("to_number", "to")];
  const [customerNumber, ownNumber] = isInbound ? [from, to] : [to, from];
  const times = {
    startedMs: momentField(record, "started_at"),
    answeredMs: momentField(record, "answered_at"),
    endedMs: momentField(record, "ended_at"),
  };
  const status = text("status");
  const reason = text("ended_reason", "disconnection_reason");
  const isWaiting = isStatusWord(callPatterns.waiting, status);
  const isOver = times.endedMs !== undefined || isStatusWord(callPatterns.over, status);
  return {
    customer: text("customer_name", "customer.name"),
    direction,
    isInbound,
    customerNumber,
    ownNumber,
    country: countries.get(callingCodeOf(customerNumber ?? "") ?? ""),
    status,
    isOver,
    isLive: !isOver && isStatusWord(callPatterns.live, status),
    isRinging: !isOver && (isStatusWord(callPatterns.ringing, status) || isWaiting),
    isWaiting,
    ...times,
    ...lengthsOf(record, times, [reason, status]),
    reason,
    cost: text("cost", "total_cost"),
    currency: text("currency"),
    summary: text("summary"),
    turns: turnsOf(record, times.answeredMs ?? times.startedMs),
    ids: {
      campaign_id: text("campaign_id"),
      assistant_id: text("assistant_id"),
      workflow_ref: text("workflow_ref"),
      session_id: text("session_id"),
      phone_number_id: text("phone_number_id"),
    },
  };
}

/** `endsMs` is when it rang or talked as long as it may. */
export type CallLimit = { endsMs: number; seconds: number; isRinging: boolean };

/** An unanswered call usually ends within a minute. */
const longestRingSeconds = 180;

/** Limit of an open call: of talking, by its assistant's maximum, or of ringing. Undefined without one. */
export function callLimitOf(call: CallShape, maxSeconds: unknown): CallLimit | undefined {
  const { isOver, isRinging, isWaiting, answeredMs, startedMs } = call;
  const rings = isRinging && answeredMs === undefined;
  const seconds = rings ? longestRingSeconds : Number(maxSeconds);
  const beganMs = answeredMs ?? startedMs;
  if (isOver || (rings && isWaiting) || !(seconds > 0) || beganMs === undefined) return undefined;
  return { endsMs: beganMs + seconds * 1000, seconds, isRinging: rings };
}

/** A call by its own name, or else by whom it is with: "Call with Hedda Brandt". */
export function callTitle(record: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { customer, customerNumber } = readCall(record);
  const whom = customer ?? customerNumber;
  return titleOf(record) ?? (whom === undefined ? undefined : `Call with ${visibleControls(whom)}`);
}

export const recordTitle = (resource: string, record: Readonly<Record<string, unknown>> | undefined) =>
  resource === "calls" ? callTitle(record) : titleOf(record);

/** True if a call has enough recognized fields to lead its page with a summary. */
export const hasKnownFields = (call: CallShape) =>
  call.startedMs !== undefined || call.talkSeconds !== undefined || call.reason !== undefined || call.turns.length > 0;

/** Calling codes and the country that has each. Those that countries share (+1, +7 and others) tell none. */
const codes = [
  "20EG27ZA30GR31NL32BE33FR34ES36HU40RO41CH43AT44GB45DK46SE48PL49DE51PE52MX53CU54AR55BR56CL57CO58VE60MY62ID63PH64NZ65SG66TH",
  "81JP82KR84VN86CN90TR91IN92PK93AF94LK95MM98IR211SS213DZ216TN218LY220GM221SN222MR223ML224GN225CI226BF227NE228TG229BJ230MU",
  "231LR232SL233GH234NG235TD236CF237CM238CV239ST240GQ241GA242CG243CD244AO245GW248SC249SD250RW251ET252SO253DJ254KE255TZ",
  "256UG257BI258MZ260ZM261MG263ZW264NA265MW266LS267BW268SZ269KM291ER350GI351PT352LU353IE354IS355AL356MT357CY359BG370LT371LV",
  "372EE373MD374AM375BY376AD377MC378SM380UA381RS382ME385HR386SI387BA389MK420CZ421SK423LI501BZ502GT503SV504HN505NI506CR",
  "507PA509HT591BO592GY593EC595PY597SR598UY673BN675PG679FJ852HK853MO855KH856LA880BD886TW960MV961LB962JO963SY964IQ965KW",
  "966SA967YE968OM971AE972IL973BH974QA975BT976MN977NP992TJ993TM994AZ995GE996KG998UZ",
].join("");

const countries = new Map(
  [...codes.matchAll(/(\d+)([A-Z]{2})/g)].map(([, code = "", country = ""]) => [`+${code}`, country]),
);

const unansweredLabels: ReadonlySet<string> = new Set(["No answer", "Busy", "Not connected"]);

type Times = Pick<CallShape, "startedMs" | "answeredMs" | "endedMs">;

/** A length can be longer than the times tell, because they are of several clocks. */
const clockSlackSeconds = 60;

/**
 * A length of 0 without a time of the answer says that nobody answered only if the reason says so too. Senders also write it for a
 * length that they do not know.
 */
function lengthsOf(record: unknown, { startedMs, answeredMs, endedMs }: Times, words: readonly (string | undefined)[]) {
  const between = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined || to < from ? undefined : Math.round((to - from) / 1000);
  const whole = between(startedMs, endedMs);
  const sent = firstNumber(record, "duration_seconds");
  const believed = sent === undefined ? undefined : believableSeconds(sent, whole && whole + clockSlackSeconds);
  const talkSeconds = believed ?? between(answeredMs, endedMs) ?? whole;
  const ringSeconds = between(startedMs, answeredMs);
  if (talkSeconds !== 0 || ringSeconds !== undefined || !whole) return { talkSeconds, ringSeconds };
  const label = words.map((word) => endedReason(word)?.label).find((found) => found !== undefined);
  if (label !== undefined && unansweredLabels.has(label)) return { talkSeconds, ringSeconds: whole };
  return { talkSeconds: undefined, ringSeconds };
}

/** A transcript that is one text is one turn. */
function turnsOf(record: unknown, startMs: number | undefined): CallTurn[] {
  const turns = firstField(record, "transcript");
  if (Array.isArray(turns)) return turns.flatMap((turn) => turnOf(turn, startMs));
  const text = firstText(record, "transcript");
  return text === undefined ? [] : [{ role: "", text, seconds: undefined }];
}

function turnOf(sent: unknown, startMs: number | undefined): CallTurn[] {
  const text = firstText(sent, "text", "content");
  if (text === undefined) return [];
  const ms = momentField(sent, "at");
  const isTimed = ms !== undefined && startMs !== undefined && ms >= startMs;
  const seconds = isTimed ? Math.round((ms - startMs) / 1000) : undefined;
  return [{ role: firstText(sent, "role", "speaker") ?? "", text, seconds }];
}

type EndedReason = { label: string; sentence: (span: string) => string };

/** By the words of two platforms of this kind. */
const reasons: readonly [words: string, label: string, sentence: (after: string) => string][] = [
  ["customer-ended-call user-hangup", "Customer hung up", (after) => `The customer hung up${after}.`],
  ["assistant-ended-call agent-hangup", "Assistant hung up", (after) => `The assistant hung up${after}.`],
  ["customer-did-not-answer dial-no-answer no-answer", "No answer", () => "Nobody answered."],
  ["customer-busy dial-busy busy", "Busy", () => "The number was busy."],
  ["voicemail voicemail-reached", "Voicemail", () => "Voicemail answered."],
  ["silence-timed-out inactivity", "Silence", (after) => `It ended because nobody spoke${after}.`],
  [
    "exceeded-max-duration max-duration-reached",
    "Longest time reached",
    (after) => `It reached the longest time allowed${after}.`,
  ],
  ["assistant-forwarded-call call-transfer", "Transferred", (after) => `It was transferred${after}.`],
  ["manually-ended manual-stopped", "Ended by hand", (after) => `It was ended by hand${after}.`],
  ["failed-to-connect dial-failed not-connected", "Not connected", () => "It could not be connected."],
  ["platform-restarted", "Broken off", (after) => `It broke off${after}, because the platform restarted.`],
];

/** A usual reason in words; undefined for any other, which is shown as sent. */
export function endedReason(word: string | undefined): EndedReason | undefined {
  const wanted = word?.toLowerCase().replaceAll(/[_\s]/g, "-");
  const [, label, sentence] = reasons.find(([words]) => wanted && words.split(" ").includes(wanted)) ?? [];
  if (!label || !sentence) return undefined;
  return { label, sentence: (span) => sentence(span && ` after ${span}`) };
}

/** Why a call ended, in words if they are usual, else as sent. */
export const reasonLabel = (reason: string) => endedReason(reason)?.label ?? reason;

/** How the result of a call is shown. */
export const resultWords = (result: string | null) => (result === null ? "No result received" : reasonLabel(result));

const wordsOf = (labels: readonly string[]) =>
  reasons.flatMap(([words, label]) => (labels.includes(label) ? words.split(" ") : []));

/** Results after which the person was not spoken to. */
export const notReachedResults: readonly string[] = ["No answer", "Busy", "Voicemail", "Not connected"];

/** Reasons of those results as platforms send them, in small letters with hyphens. */
export const notReachedWords = wordsOf(notReachedResults);

const reachedLabels = ["Customer hung up", "Assistant hung up", "Silence", "Longest time reached", "Transferred"];
const unreachedLabels = [...notReachedResults, "Broken off"];

/** Reasons by which `wasReached` decides, for SQL: in small letters with hyphens. */
export const reachedWords = wordsOf(reachedLabels);
export const unreachedWords = wordsOf(unreachedLabels);

type CallEnd = { result: string | null; isAnswered: boolean };

/** True if the person of a call that is over was reached, so that a campaign does not call them again. */
export function wasReached({ result, isAnswered }: CallEnd): boolean {
  const label = endedReason(result ?? undefined)?.label;
  if (label && reachedLabels.includes(label)) return true;
  return isAnswered && !(label && unreachedLabels.includes(label));
}
