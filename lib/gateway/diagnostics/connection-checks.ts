import { clock } from "@/lib/clock";
import type { CheckOutcome, ConnectionCheck } from "@/lib/contract/console/connection";
import type { Drift } from "@/lib/contract/drift";
import { certificateMessage, connectionMessage } from "./connection-messages";
import type { NetworkAnswer, NetworkResult } from "./network-check";

/** `drift` is set by checks that read: the differences from the API documentation. */
export type Examined = ConnectionCheck & { drift?: readonly Drift[] };

const dayMs = 86_400_000;
const soonDays = 21;
const clockMs = 30_000;

/** Checks of one request to the address, in the order in which an operator would make them. */
export function connectionChecks(result: NetworkResult, now = clock.nowMs()): ConnectionCheck[] {
  const { answer } = result;
  const checks = [addressCheck(result), connectionCheck(result), certificateCheck(result, now)];
  if (answer) checks.push(redirectCheck(result, answer), pageCheck(answer), clockCheck(answer));
  return checks.filter((check) => check !== undefined);
}

function addressCheck({ url, addresses }: NetworkResult) {
  if (addresses.length === 0)
    return checkOf(
      "address",
      "fault",
      `No address was found for ${url.hostname}. Check its spelling and this machine's DNS.`,
    );
  if (addresses[0] === url.hostname.replace(/^\[|\]$/g, "")) return checkOf("address", "ok", `${url.host}, as given.`);
  return checkOf(
    "address",
    "ok",
    `${url.hostname} is ${addresses[0]}.`,
    addresses.slice(1).map((address) => `also ${address}`),
  );
}

function connectionCheck({ url, addresses, answer, failure = "" }: NetworkResult) {
  if (addresses.length === 0) return undefined;
  if (answer) return checkOf("connection", "ok", `${url.host} answered in ${answer.ms} ms.`);
  if (certificateMessage[failure]) return checkOf("connection", "ok", `${url.host} can be reached.`);
  const sentence = connectionMessage[failure] ?? "The connection was lost before an answer arrived.";
  return checkOf("connection", "fault", sentence, failure ? [failure] : []);
}

function certificateCheck({ url, answer, failure = "" }: NetworkResult, now: number) {
  const message = certificateMessage[failure];
  if (message) return checkOf("certificate", "fault", message, [failure]);
  if (url.protocol === "http:")
    return isOwnMachine(url)
      ? checkOf("certificate", "skipped", "None: the address is on this machine.")
      : checkOf("certificate", "look", "None: the key and every answer go over the network unprotected. Use https.");
  if (!answer?.certificate) return undefined;
  const { subject, issuer, validTo } = answer.certificate;
  const days = Math.floor((validTo.getTime() - now) / dayMs);
  const notes = [`for ${subject}, from ${issuer}, until ${validTo.toISOString().slice(0, 10)}`];
  if (days < soonDays) return checkOf("certificate", "look", `Valid for ${daysOf(days)} more. It expires soon.`, notes);
  return checkOf("certificate", "ok", `Valid for ${daysOf(days)} more.`, notes);
}

const isOwnMachine = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

function redirectCheck({ url }: NetworkResult, { status, headers }: NetworkAnswer) {
  if (status < 300 || status >= 400 || status === 304) return undefined;
  const target = headers.location && URL.canParse(headers.location, url) ? new URL(headers.location, url) : undefined;
  const to = target ? ` to ${target.origin}${target.pathname}` : "";
  return checkOf(
    "redirect",
    "fault",
    `Answered ${status}, a redirect${to}. Switchboard does not follow one: set the final address.`,
  );
}

/** An HTML page comes from a proxy, a sign-in wall or another site. With 401 to 404 it can also be the API's own. */
function pageCheck({ status, headers, text }: NetworkAnswer) {
  const isPage = /\bhtml\b/i.test(headers["content-type"] ?? "") || /^\s*<(!doctype|html)/i.test(text);
  if (!isPage || (status >= 300 && status < 400)) return undefined;
  const title = /<title[^>]*>\s*([^<]{1,120}?)\s*</i.exec(text)?.[1];
  const sentence = `A web page answered with ${status} instead of the platform${title ? `: “${title}”` : ""}. A proxy or another site may be in the way.`;
  return checkOf("page", status >= 401 && status <= 404 ? "look" : "fault", sentence, serverOf(headers));
}

const serverOf = ({ server, via }: NetworkAnswer["headers"]) => [
  ...(server ? [`server: ${server}`] : []),
  ...(via ? [`via: ${via}`] : []),
];

function clockCheck({ aheadMs }: NetworkAnswer) {
  if (aheadMs === undefined) return checkOf("clock", "skipped", "The answer has no date.");
  if (Math.abs(aheadMs) <= clockMs) return checkOf("clock", "ok", "The platform's clock and this one agree.");
  const direction = aheadMs > 0 ? "ahead of" : "behind";
  return checkOf(
    "clock",
    "look",
    `The platform's clock is ${spanOf(Math.abs(aheadMs))} ${direction} this one. Times such as “5 min ago” are off by that much.`,
  );
}

export function checkOf(id: string, outcome: CheckOutcome, sentence: string, notes: string[] = []): ConnectionCheck {
  return { id, name: names[id] ?? id, outcome, message: sentence, notes, probe: null };
}

const names: Partial<Record<string, string>> = {
  address: "Address",
  connection: "Connection",
  certificate: "Certificate",
  redirect: "Redirect",
  page: "Web page",
  clock: "Clock",
  key: "Key",
  rest: "Other reads",
};

const daysOf = (days: number) => (days === 1 ? "1 day" : `${days} days`);

function spanOf(ms: number) {
  const minutes = Math.round(ms / 60_000);
  if (ms < 90_000) return `${Math.round(ms / 1000)} s`;
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
