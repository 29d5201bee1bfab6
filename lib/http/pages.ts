import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "@/lib/contract/problem";
import { networkOf } from "./client-address";
import { createConcurrencyLimit } from "./concurrency-limit";
import { plainAnswer } from "./refuse";

/** For our own built files: a worker lives by the policy of the file it began with, and loads its parts from here. */
export const filePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

const pageHeaders = {
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type Parts<Visitor> = {
  /** Next's own. */
  render: Handler;
  /** Sends what the build made for browsers, without Next: what is asked for and not there costs nothing either. */
  sendFile: Handler;
  personOf: (cookie: string | undefined) => Visitor | undefined | Promise<Visitor | undefined>;
  isSetupOpen: () => Promise<boolean>;
  /** Throws when a person asks too much at once. */
  limit: (person: string) => void;
  isProduction: boolean;
};

const sentence = "Many pages are being opened. Try again shortly.";
const sentenceForStrangers = "Sign in to continue.";
const longestMs = 1000;

/**
 * Every page and file. Pages are made in this process, on the thread that answers everything else: a few at a time for
 * people, one at a time for strangers, who leave half of the time free, and a short line for each of them.
 */
export function createPages<Visitor extends { id: string }>(parts: Parts<Visitor>) {
  const { render, sendFile, personOf, isSetupOpen, limit, isProduction } = parts;
  const forPeople = createConcurrencyLimit({ atOnce: 8, perKey: 3, waiting: 200, waitingPerKey: 40, sentence });
  const forStrangers = createConcurrencyLimit({ atOnce: 1, waiting: 40, waitingPerKey: 8, waitMs: 15_000, sentence });
  const asking = new AsyncLocalStorage<Visitor>();

  async function page(request: IncomingMessage, response: ServerResponse, address: string) {
    const person = await personOf(request.headers.cookie);
    if (person) {
      limit(person.id);
      await forPeople(() => asking.run(person, () => renderWithinLimit(request, response)), person.id);
    } else if (isConsole(request) && !isIcon(request)) plainAnswer(response, await toSignIn(request));
    else await forStrangers(() => renderAtHalfLoad(request, response), networkOf(address));
  }

  /** Frees its place after a second: a page's slow parts, or a slow reader, keep nobody waiting. */
  const renderWithinLimit = (request: IncomingMessage, response: ServerResponse) =>
    Promise.race([render(request, response), sleep(longestMs, undefined, { ref: false })]);

  async function renderAtHalfLoad(request: IncomingMessage, response: ServerResponse) {
    if (response.destroyed) return;
    const startedMs = performance.now();
    await renderWithinLimit(request, response);
    await sleep(performance.now() - startedMs);
  }

  async function toSignIn({ url = "/", headers }: IncomingMessage) {
    // A part of a page, for which Next's router opens the whole one when it is refused.
    if (headers.rsc !== undefined) return { status: 401, text: sentenceForStrangers };
    const location = (await isSetupOpen()) ? "/setup" : `/sign-in?return=${encodeURIComponent(url)}`;
    return { status: 307, text: sentenceForStrangers, headers: { location } };
  }

  return {
    async answer(request: IncomingMessage, response: ServerResponse, address: string) {
      const path = (request.url ?? "").split("?", 1)[0] ?? "";
      const isBuilt = path.startsWith("/_next/static/");
      // Nothing here uses it, and it would fetch and work on pictures for anybody.
      if (path.startsWith("/_next/image")) return plainAnswer(response, { status: 404, text: "Not found." });
      setPolicy(request, response, { isFile: isBuilt || isIcon(request), isProduction });
      if (isBuilt && isProduction) return sendFile(request, response);
      const isDevelopersOwn = !isProduction && /^\/(_next|__nextjs)/.test(path);
      if (isDevelopersOwn) return render(request, response);
      await page(request, response, address).catch((error: unknown) => refusePage(request, response, error));
    },
    /** Who asks for the page that is being made. */
    personOf: async (cookie: string | undefined) => asking.getStore() ?? personOf(cookie),
  };
}

/** A page of the console, opened from its address: for strangers there is only the way to sign in, which needs no page. */
const isConsole = ({ url = "/" }: IncomingMessage) => !/^\/(sign-in|setup|set-password)([/?]|$)/.test(url);

const isIcon = ({ url = "/" }: IncomingMessage) => /^\/(icon\.svg|favicon\.ico)(\?|$)/.test(url);

/** Pages that are opened by a secret in their address: what they lead to is not to learn of it. */
const isOpenedByLink = ({ url = "/" }: IncomingMessage) => /^\/(setup|set-password)([/?]|$)/.test(url);

function setPolicy(request: IncomingMessage, response: ServerResponse, of: { isFile: boolean; isProduction: boolean }) {
  const nonce = randomBytes(16).toString("base64");
  const policy = of.isFile && of.isProduction ? filePolicy : contentSecurityPolicy({ nonce, ...of });
  request.headers["content-security-policy"] = policy;
  request.headers["x-nonce"] = nonce;
  request.headers["x-switchboard-path"] = request.url ?? "/";
  if (request.headers.rsc === undefined) request.headers["x-switchboard-document"] = "1";
  response.setHeader("content-security-policy", policy);
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  if (isOpenedByLink(request)) response.setHeader("referrer-policy", "no-referrer");
}

/**
 * The page opens itself again by a script: what a `Refresh` header does to an address with a fragment, as a link for a password
 * has one, loads nothing. https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
 */
function refusePage({ headers }: IncomingMessage, response: ServerResponse, error: unknown) {
  if (!(error instanceof Problem)) throw error;
  const seconds = error.retryAfterSeconds ?? 2;
  const again = `<script nonce="${headers["x-nonce"]}">setTimeout(() => location.reload(), ${seconds * 1000})</script>`;
  plainAnswer(response, {
    status: error.status,
    text: `<!doctype html><html lang="en"><title>Switchboard</title><p>${error.message}</p>${again}</html>`,
    headers: { "content-type": "text/html; charset=utf-8", "retry-after": String(seconds) },
  });
}

/**
 * What a page may load and do. Scripts run by a nonce made for each answer, styles come from our own files, and strings
 * become scripts only through the policies that Next declares and the one in components/shell/script-policy.tsx.
 */
function contentSecurityPolicy({ nonce, isProduction }: { nonce: string; isProduction: boolean }) {
  const development = isProduction ? "" : " 'unsafe-eval'";
  return [
    // For prefetch alone, which Firefox checks against nothing else: every other kind of load has its own line.
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development}`,
    isProduction ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${isProduction ? "" : " ws:"}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "media-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(isProduction ? ["require-trusted-types-for 'script'", "trusted-types nextjs nextjs#bundler default"] : []),
  ].join("; ");
}
