import {
  asHtml,
  asJson,
  cutBody,
  drifted,
  hangInBody,
  hourOff,
  json,
  page,
  type Reply,
  reset,
  sixtyMegabytes,
  slow,
  text,
  wrongLength,
} from "./fault-replies";
import { healthyPlatform } from "./healthy-platform";

/** The outcome of a send. */
type Outcome = "refused" | "unknown" | "ok";

export type Fault = {
  /** Description for docs/faults.md. */
  what: string;
  reply: Reply;
  /** Breaks the exchange before the request's body is read. */
  atOnce?: true;
  /** The platform's status, if it answers. */
  answers?: number;
  /** The problem code of a read, or `ok`. */
  read: string;
  /** The status that Switchboard answers to a read. */
  status: number;
  send: Outcome;
  /** The outcome of an upload if it differs. Any JSON is a valid answer to it, because the documentation shows none. */
  upload?: Outcome;
  /** The result of reading a list if it differs. */
  list?: "ok";
};

const unreadable = { answers: 200, read: "upstream-unreadable", status: 502, send: "unknown" } as const;
const broken = { answers: 200, read: "upstream-cut", status: 502, send: "unknown" } as const;
const fault = { read: "upstream-fault", status: 502, send: "unknown" } as const;
const late = { read: "upstream-timeout", status: 504, send: "unknown" } as const;
const well = { answers: 200, read: "ok", status: 200, send: "ok" } as const;

const refused = (status: number, read: string, reply: Reply) =>
  ({ reply, answers: status, read, status, send: "refused" }) as const;

/** The reliability matrix: all faults of the platform with their expected results. */
export const faults: Record<string, Fault> = {
  reset: { what: "resets the connection", atOnce: true, reply: reset, ...broken },
  "hang-before": { what: "never answers", reply: () => undefined, ...late },
  "hang-in-body": { what: "stops in the middle of its answer", reply: hangInBody, ...late },
  "cut-body": { what: "drops the line in the middle of its answer", reply: cutBody, ...broken },
  "wrong-length": { what: "sends less than it announced", reply: wrongLength, ...broken },
  slow: { what: "takes its time", reply: slow(healthyPlatform, 350), ...well },
  redirect: {
    what: "redirects",
    reply: text(302, "", { location: "http://127.0.0.1:9/elsewhere" }),
    answers: 302,
    read: "upstream-redirect",
    status: 502,
    send: "unknown",
  },
  "400": { what: "400 with a message", ...refused(400, "rejected", json(400, { message: "Campaign must be paused" })) },
  "401": {
    what: "401: refuses the key",
    ...refused(401, "upstream-auth", json(401, { error: { message: "Invalid API key" } })),
    status: 502,
  },
  "403": {
    what: "403: does not allow it",
    ...refused(403, "upstream-forbidden", json(403, { detail: "Forbidden" })),
    status: 502,
  },
  "404": { what: "404", ...refused(404, "not_found", json(404, { message: "Not here" })) },
  "409": { what: "409", ...refused(409, "not_possible", json(409, { message: "Campaign must be running to pause" })) },
  "413": { what: "413", ...refused(413, "too_large", json(413, { message: "Payload too large" })) },
  "422": {
    what: "422 with a list of details",
    ...refused(422, "rejected", json(422, { detail: [{ loc: ["body", "file"], msg: "field required" }] })),
  },
  "429": {
    what: "429 with Retry-After",
    ...refused(429, "rate_limited", json(429, { message: "Slow down" }, { "retry-after": "7" })),
  },
  "429-bare": { what: "429 without Retry-After", ...refused(429, "rate_limited", json(429, {})) },
  "500": { what: "500 with JSON", reply: json(500, { error: "boom" }), answers: 500, ...fault },
  "503": { what: "503 with JSON", reply: json(503, { error: "maintenance" }), answers: 503, ...fault },
  "504": { what: "504 with a page of HTML", reply: text(504, page, asHtml), answers: 504, ...fault },
  "html-500": { what: "500 with a page of HTML", reply: text(500, page, asHtml), answers: 500, ...fault },
  "html-200": { what: "200 with a page of HTML", reply: text(200, page, asHtml), ...unreadable },
  "text-200": {
    what: "200 with another content type",
    reply: text(200, '{"success":true}', { "content-type": "text/plain" }),
    ...unreadable,
  },
  empty: { what: "200 with nothing", reply: text(200, "", asJson), ...unreadable, send: "ok" },
  null: { what: "200 with null", reply: text(200, "null", asJson), ...unreadable, send: "ok" },
  array: {
    what: "200 with a list where a record belongs",
    reply: text(200, "[1]", asJson),
    ...unreadable,
    upload: "ok",
    list: "ok",
  },
  "bad-json": { what: "200 with broken JSON", reply: text(200, '{"success":tru', asJson), ...unreadable },
  "wrong-type": {
    what: "200 with a word where a record belongs",
    reply: text(200, '"fine"', asJson),
    ...unreadable,
    upload: "ok",
  },
  "60-mb": { what: "60 MB", reply: sixtyMegabytes, read: "upstream-too-large", status: 502, send: "unknown" },
  "not-a-success": {
    what: "200 that says success: false",
    ...refused(200, "upstream-refused", json(200, { success: false, message: "No credit left" })),
    status: 502,
  },
  "false-as-text": {
    what: "200 that says success: false as text",
    ...refused(200, "upstream-refused", json(200, { success: "false", message: "No credit left" })),
    status: 502,
  },
  "error-alone": {
    what: "200 that holds an error and nothing else",
    ...refused(200, "upstream-refused", json(200, { error: "No credit left" })),
    status: 502,
  },
  drift: { what: "other fields, kinds and words, and an id twice", reply: drifted, ...well },
  clock: { what: "a clock an hour off", reply: hourOff(healthyPlatform), ...well },
};
