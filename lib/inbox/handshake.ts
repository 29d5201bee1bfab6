import type { IncomingHttpHeaders } from "node:http";
import { attempt } from "@/lib/format/attempt";
import { isPlainObject } from "@/lib/format/json";

type Request = { method: string; headers: IncomingHttpHeaders; query: URLSearchParams; body: Buffer };

/** A question that a platform asks before it uses an address. */
export type Handshake = {
  /** The text to answer with; undefined for the usual answer. */
  answer?: { text: string; type: "text/plain" | "application/json" };
  headers?: Readonly<Record<string, string>>;
  /** A sentence on what an admin has to do. */
  note?: string;
  /** A link for an admin to open. It is never fetched here: whoever has the address could name any. */
  confirmUrl?: string;
};

const challengeNames = ["hub.challenge", "challenge", "validationToken", "check", "crc_token"];
const isEchoable = (text: unknown): text is string =>
  typeof text === "string" && /^[A-Za-z0-9._~+/=-]{1,512}$/.test(text);
const largestCheckBytes = 8_192;

/** Undefined for an event. A list is a handshake if each of its entries is one. */
export function handshakeOf({ method, headers, query, body }: Request): Handshake | undefined {
  if (method === "OPTIONS") return { headers: allowedOrigin(headers) };
  if (method === "HEAD") return {};
  const asked = challengeNames.map((name) => query.get(name)).find(isEchoable);
  if (asked !== undefined) return { answer: { text: asked, type: "text/plain" } };
  if (body.length === 0 || body.length > largestCheckBytes) return undefined;
  const parsed: unknown = attempt(() => JSON.parse(body.toString("utf8").replace(/^\uFEFF/, "")));
  const items = (Array.isArray(parsed) ? parsed : [parsed]).map(handshakeIn);
  return items.every((item) => item !== undefined) ? items[0] : undefined;
}

/** The handshake of CloudEvents: without permission such a sender sends nothing. */
function allowedOrigin(headers: IncomingHttpHeaders): Record<string, string> {
  const [origin, rate] = [headers["webhook-request-origin"], headers["webhook-request-rate"]].map(String);
  if (!/^[\w.*:/[\]-]{1,255}$/.test(origin ?? "") || headers["webhook-request-origin"] === undefined) return {};
  const allowed = { allow: "POST", "webhook-allowed-origin": origin ?? "" };
  if (headers["webhook-request-rate"] === undefined) return allowed;
  return { ...allowed, "webhook-allowed-rate": /^[1-9]\d{0,8}$/.test(rate ?? "") ? (rate ?? "") : "*" };
}

function handshakeIn(item: unknown): Handshake | undefined {
  if (!isPlainObject(item)) return undefined;
  if (isEchoable(item.challenge)) return { answer: { text: item.challenge, type: "text/plain" } };
  return validationOf(item) ?? confirmationOf(item);
}

/** Azure Event Grid. */
function validationOf({ eventType, type, data }: Record<string, unknown>): Handshake | undefined {
  const isValidation = /\bSubscriptionValidationEvent$/.test(String(eventType ?? type));
  const code = isPlainObject(data) ? data.validationCode : undefined;
  if (!isValidation || !isEchoable(code)) return undefined;
  return { answer: { text: JSON.stringify({ validationResponse: code }), type: "application/json" } };
}

const snsHost = /^sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/;

/** Amazon SNS. Its link is offered only if it leads to Amazon. */
function confirmationOf({ Type, TopicArn, SubscribeURL }: Record<string, unknown>): Handshake | undefined {
  if (typeof TopicArn !== "string") return undefined;
  if (Type === "UnsubscribeConfirmation") return { note: "Amazon SNS says that its subscription has ended." };
  if (Type !== "SubscriptionConfirmation") return undefined;
  const url = attempt(() => new URL(String(SubscribeURL)));
  const isAmazon = url?.protocol === "https:" && snsHost.test(url.hostname) && url.username === "" && url.port === "";
  const asks = "Amazon SNS asks to confirm its subscription, and sends no event before.";
  if (!url || !isAmazon) return { note: `${asks} It named no link of Amazon. Confirm it in the AWS console.` };
  return { note: `${asks} An admin has to open its link. Switchboard does not open it.`, confirmUrl: url.href };
}
