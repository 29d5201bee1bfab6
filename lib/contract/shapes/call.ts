import { innermost, titleOf, usualField, usualMoment, usualNumber, usualText } from "@/lib/contract/fields";
import { callingCodeOf } from "@/lib/format/calling-code";
import { visibleControls } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";
import { parseMoment } from "@/lib/format/parse-time";

export type CallTurn = { role: string; text: string; seconds: number | undefined };

/** What a call's record says by the usual names of its fields. Whatever is missing or cannot be read is undefined. */
export type CallShape = {
  customer: string | undefined;
  direction: "inbound" | "outbound" | "web" | undefined;
  customerNumber: string | undefined;
  ownNumber: string | undefined;
  country: string | undefined;
  status: string | undefined;
  isOver: boolean;
  isLive: boolean;
  /** Or waits to be placed: nobody answered it yet. */
  isRinging: boolean;
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

export function readCall(sent: unknown): CallShape {
  const record = innermost(sent);
  const text = (...names: string[]) => usualText(record, names);
  const direction = directionOf(text("direction", "call_direction", "type", "call_type"));
  const times = timesOf(record);
  const numbers = numbersOf(record, direction);
  const status = text("status", "call_status", "state");
  const isOver = times.endedMs !== undefined || (status !== undefined && over.test(status));
  return {
    customer: nameIn(record),
    direction,
    ...numbers,
    country:
      countryIn(text("country", "country_code", "to_country", "customer.country", "customer.country_code")) ??
      countries.get(callingCodeOf(numbers.customerNumber ?? "") ?? ""),
    status,
    isOver,
    isLive: !isOver && status !== undefined && live.test(status),
    isRinging: !isOver && status !== undefined && unanswered.test(status),
    ...times,
    ...lengthsOf(record, times),
    reason: text(
      "ended_reason",
      "end_reason",
      "disconnection_reason",
      "hangup_reason",
      "disconnect_reason",
      "hangup_cause",
    ),
    cost: text("cost", "total_cost", "call_cost", "price", "cost.total", "cost.amount", "costs.total", "charge"),
    currency: text("currency", "cost_currency", "cost.currency", "price_unit", "currency_code"),
    summary: text("summary", "call_summary", "analysis.summary", "call_analysis.call_summary", "call_analysis.summary"),
    turns: turnsOf(record, times.answeredMs ?? times.startedMs),
    ids: {
      campaign_id: text("campaign_id", "campaign.id"),
      assistant_id: text("assistant_id", "agent_id", "assistant.id", "agent.id"),
      workflow_ref: text("workflow_ref", "workflow_id", "workflow.ref", "workflow.id"),
      session_id: text("session_id", "session.id"),
      phone_number_id: text("phone_number_id", "phone_number.id"),
    },
  };
}

/** A call by its own name, or else by whom it is with: "Call with Hedda Brandt". */
export function callTitle(record: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { customer, customerNumber } = readCall(record);
  const whom = customer ?? customerNumber;
  return titleOf(record) ?? (whom === undefined ? undefined : `Call with ${visibleControls(whom)}`);
}

/** What a record is called in lists and links. */
export const recordTitle = (resource: string, record: Readonly<Record<string, unknown>> | undefined) =>
  resource === "calls" ? callTitle(record) : titleOf(record);

/** Whether there is enough of a call to lead a page with. */
export const hasKnownFields = (call: CallShape) =>
  call.startedMs !== undefined || call.talkSeconds !== undefined || call.reason !== undefined || call.turns.length > 0;

const over = /^(ended|completed?|finished|failed|error|busy|no[-_ ]?answer|cancell?ed|not[-_ ]connected)$/i;
const live = /^(in[-_ ]?progress|ongoing|answered|ringing|queued|initiated|registered|forwarding|active)$/i;
const unanswered = /^(ringing|queued|initiated|registered)$/i;

function directionOf(word: string | undefined): CallShape["direction"] {
  if (word === undefined) return undefined;
  if (/inbound|incoming/i.test(word)) return "inbound";
  if (/outbound|outgoing/i.test(word)) return "outbound";
  return /web|browser/i.test(word) ? "web" : undefined;
}

const nameNames = ["customer_name", "contact_name", "customer.name", "contact.name", "recipient_name", "callee_name"];

const nameIn = (record: unknown) => usualText(record, [...nameNames, "lead.name", "customer", "contact"]);

function numbersOf(record: unknown, direction: CallShape["direction"]) {
  const from = usualText(record, ["from_number", "from", "caller_number", "caller_id", "caller", "from_phone_number"]);
  const to = usualText(record, ["to_number", "to", "called_number", "callee", "destination", "to_phone_number"]);
  const named = usualText(record, ["customer.number", "customer.phone_number", "customer_number", "contact_number"]);
  const own = usualText(record, ["phone_number.number", "agent_number", "phone_number"]);
  const [theirs, ours] = direction === "inbound" ? [from, to] : [to, from];
  return { customerNumber: named ?? theirs, ownNumber: ours ?? own };
}

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

const countryIn = (word: string | undefined) => (word && /^[a-z]{2}$/i.test(word) ? word.toUpperCase() : undefined);

type Times = Pick<CallShape, "startedMs" | "answeredMs" | "endedMs">;

const timesOf = (record: unknown): Times => ({
  startedMs: usualMoment(record, [
    "started_at",
    "start_time",
    "start_timestamp",
    "started",
    "initiated_at",
    "dialed_at",
  ]),
  answeredMs: usualMoment(record, ["answered_at", "answer_time", "answered", "connected_at", "picked_up_at"]),
  endedMs: usualMoment(record, ["ended_at", "end_time", "end_timestamp", "ended", "completed_at", "finished_at"]),
});

function lengthsOf(record: unknown, { startedMs, answeredMs, endedMs }: Times) {
  const between = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined || to < from ? undefined : Math.round((to - from) / 1000);
  const whole = between(startedMs, endedMs);
  const talkSeconds = sentSeconds(record, whole) ?? between(answeredMs, endedMs) ?? whole;
  const rang = usualNumber(record, ["ring_seconds", "ring_duration_seconds", "ring_duration"]);
  const wasAnswered = talkSeconds !== 0;
  return { talkSeconds, ringSeconds: between(startedMs, answeredMs) ?? rang ?? (wasAnswered ? undefined : whole) };
}

/** A length as sent: seconds, or milliseconds where the name or the call's own times say so, or a clock's text. */
function sentSeconds(record: unknown, whole: number | undefined): number | undefined {
  const ms = usualNumber(record, ["duration_ms", "duration_milliseconds", "call_duration_ms"]);
  if (ms !== undefined) return Math.round(ms / 1000);
  const names = [
    "duration_seconds",
    "duration",
    "call_duration",
    "duration_secs",
    "talk_seconds",
    "talk_time",
    "length",
  ];
  const [, hours = "0", minutes = "", seconds = ""] =
    /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})$/.exec(usualText(record, names) ?? "") ?? [];
  if (minutes !== "") return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const given = usualNumber(record, names);
  if (given === undefined || given < 0) return undefined;
  return Math.round(whole !== undefined && given > 100 * Math.max(1, whole) ? given / 1000 : given);
}

const silent = /^(system|tool|tool_calls?|tool_call_result|tool_call_invocation|function|node_transition)$/i;

function turnsOf(record: unknown, startMs: number | undefined): CallTurn[] {
  const names = ["transcript", "transcript_object", "transcript.turns", "transcript.messages", "turns", "messages"];
  const lists = names.map((name) => usualField(record, [name]));
  const list = lists.find(Array.isArray);
  if (list) return list.flatMap((each) => turnOf(each, startMs)).filter(({ role }) => !silent.test(role));
  const text = lists.find((each) => typeof each === "string");
  return typeof text === "string" ? spokenLines(text) : [];
}

function turnOf(sent: unknown, startMs: number | undefined): CallTurn[] {
  const text = typeof sent === "string" ? sent : usualText(sent, ["text", "content", "message", "transcript"]);
  if (!text) return [];
  const role = usualText(sent, ["role", "speaker", "from", "author", "name"]) ?? "";
  const first = isPlainObject(sent) && Array.isArray(sent.words) ? sent.words[0] : undefined;
  const offset =
    usualNumber(sent, ["seconds_from_start", "start_seconds", "offset_seconds", "start", "offset"]) ??
    usualNumber(first, ["start"]);
  const at = parseMoment(usualField(sent, ["at", "timestamp", "time", "created_at"]))?.ms;
  const since = at === undefined || startMs === undefined ? undefined : Math.round((at - startMs) / 1000);
  const seconds =
    since !== undefined && since >= 0 ? since : offset !== undefined && offset < 86_400 ? offset : undefined;
  return [{ role, text, seconds: seconds === undefined ? undefined : Math.floor(seconds) }];
}

/** A transcript that came as one text, with who speaks before a colon. */
function spokenLines(text: string): CallTurn[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, role = "", said = line] = /^\s*([\p{L}][\p{L} ]{0,29}):\s+(.+)$/u.exec(line) ?? [];
      return { role, text: said.trim(), seconds: undefined };
    });
}

type EndedReason = { label: string; sentence: (span: string) => string };

const reasons: readonly (readonly [words: string, reason: EndedReason])[] = [
  [
    "customer-ended-call user-hangup customer-hangup customer-hung-up user-ended-call caller-hangup",
    { label: "Customer hung up", sentence: (span) => `The customer hung up${after(span)}.` },
  ],
  [
    "assistant-ended-call agent-hangup assistant-hangup agent-ended-call assistant-said-end-call-phrase",
    { label: "Assistant hung up", sentence: (span) => `The assistant hung up${after(span)}.` },
  ],
  [
    "customer-did-not-answer no-answer dial-no-answer did-not-answer",
    { label: "No answer", sentence: () => "Nobody answered." },
  ],
  ["customer-busy busy dial-busy user-busy", { label: "Busy", sentence: () => "The number was busy." }],
  [
    "voicemail voicemail-reached machine-detected answering-machine",
    { label: "Voicemail", sentence: (span) => `Voicemail answered${span && `, for ${span}`}.` },
  ],
  [
    "silence-timed-out inactivity silence-timeout",
    { label: "Silence", sentence: (span) => `It ended because nobody spoke${after(span)}.` },
  ],
  [
    "exceeded-max-duration max-duration-reached max-duration",
    { label: "Longest time reached", sentence: (span) => `It reached the longest time allowed${after(span)}.` },
  ],
  [
    "assistant-forwarded-call call-transfer transferred forwarded",
    { label: "Transferred", sentence: (span) => `It was transferred${after(span)}.` },
  ],
  [
    "manually-ended manually-canceled manually-cancelled manual-stopped",
    { label: "Ended by hand", sentence: (span) => `It was ended by hand${after(span)}.` },
  ],
  [
    "failed-to-connect twilio-failed-to-connect-call dial-failed invalid-destination",
    { label: "Not connected", sentence: () => "It could not be connected." },
  ],
  [
    "platform-restarted",
    { label: "Broken off", sentence: (span) => `It broke off${after(span)}, because the platform restarted.` },
  ],
];

const after = (span: string) => (span === "" ? "" : ` after ${span}`);

const reasonByWord = new Map(
  reasons.flatMap(([words, reason]) => words.split(" ").map((word) => [word, reason] as const)),
);

/** A usual reason in words; undefined for any other, which is shown as sent. */
export const endedReason = (word: string | undefined): EndedReason | undefined =>
  word === undefined ? undefined : reasonByWord.get(word.trim().toLowerCase().replaceAll(/[_\s]/g, "-"));
