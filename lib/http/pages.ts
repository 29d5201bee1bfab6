import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { Problem } from "@/lib/contract/problem";
import { networkOf } from "./client-address";
import { createConcurrencyLimit } from "./concurrency-limit";
import { sendPlainAnswer } from "./refuse";

/** Policy of our built files. A worker uses the policy of its first file and loads the others from this origin. */
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

type PagesOptions<Visitor> = {
  render: Handler;
  /** Sends built files without Next, so that requests for missing files are cheap, too. */
  sendFile: Handler;
  personOf: (cookie: string | undefined) => Visitor | undefined | Promise<Visitor | undefined>;
  isSetupOpen: () => Promise<boolean>;
  /** Throws if a person exceeds the rate limit. */
  limit: (person: string) => void;
  isProduction: boolean;
};

const sentence = "Many pages are being opened. Try again shortly.";
const signInSentence = "Sign in to continue.";
const maxSlotMs = 1000;

/**
 * Serves pages and files. Rendering blocks the thread that answers all requests, so concurrency is limited: eight pages
 * for signed-in people and one for anonymous visitors, who get at most half of the time.
 */
export function createPages<Visitor extends { id: string }>(options: PagesOptions<Visitor>) {
  const { render, sendFile, personOf, isSetupOpen, limit, isProduction } = options;
  const forPeople = createConcurrencyLimit({ atOnce: 8, perKey: 3, waiting: 200, waitingPerKey: 40, sentence });
  const forAnonymous = createConcurrencyLimit({ atOnce: 1, waiting: 40, waitingPerKey: 8, waitMs: 15_000, sentence });
  const currentPerson = new AsyncLocalStorage<Visitor>();

  async function page(request: IncomingMessage, response: ServerResponse, address: string) {
    const person = await personOf(request.headers.cookie);
    if (person) {
      limit(person.id);
      await forPeople(() => currentPerson.run(person, () => renderWithinLimit(request, response)), person.id);
    } else if (isConsole(request) && !isIcon(request)) sendPlainAnswer(response, await toSignIn(request));
    else await forAnonymous(() => renderAtHalfLoad(request, response), networkOf(address));
  }

  /** Frees its slot after `maxSlotMs`, so that slow parts of a page or a slow browser block no others. */
  const renderWithinLimit = (request: IncomingMessage, response: ServerResponse) =>
    Promise.race([render(request, response), sleep(maxSlotMs, undefined, { ref: false })]);

  async function renderAtHalfLoad(request: IncomingMessage, response: ServerResponse) {
    if (response.destroyed) return;
    const startedMs = performance.now();
    await renderWithinLimit(request, response);
    await sleep(performance.now() - startedMs);
  }

  async function toSignIn({ url = "/", headers }: IncomingMessage) {
    // Next's router loads the whole page if a part of it is refused.
    if (headers.rsc !== undefined) return { status: 401, text: signInSentence };
    const location = (await isSetupOpen()) ? "/setup" : `/sign-in?return=${encodeURIComponent(url)}`;
    return { status: 307, text: signInSentence, headers: { location } };
  }

  return {
    async answer(request: IncomingMessage, response: ServerResponse, address: string) {
      const path = (request.url ?? "").split("?", 1)[0] ?? "";
      const isBuilt = path.startsWith("/_next/static/");
      // Unused here, and it would let anonymous visitors process images.
      if (path.startsWith("/_next/image")) return sendPlainAnswer(response, { status: 404, text: "Not found." });
      dropMalformedRouterState(request);
      setPolicy(request, response, { isFile: isBuilt || isIcon(request), isProduction });
      if (isBuilt && isProduction) return sendFile(request, response);
      const isDevelopersOwn = !isProduction && /^\/(_next|__nextjs)/.test(path);
      if (isDevelopersOwn) return render(request, response);
      await page(request, response, address).catch((error: unknown) => refusePage(request, response, error));
    },
    /** Within a render, the person of that request, without another lookup. */
    personOf: async (cookie: string | undefined) => currentPerson.getStore() ?? personOf(cookie),
  };
}

/** All pages that need a session. */
const isConsole = ({ url = "/" }: IncomingMessage) => !/^\/(sign-in|setup|set-password|end-session)([/?]|$)/.test(url);

const isIcon = ({ url = "/" }: IncomingMessage) => /^\/(icon\.svg|favicon\.ico)(\?|$)/.test(url);

/** Pages with a secret in their address, which must not leak as a referrer. */
const isOpenedByLink = ({ url = "/" }: IncomingMessage) => /^\/(setup|set-password|end-session)([/?]|$)/.test(url);

function setPolicy(
  request: IncomingMessage,
  response: ServerResponse,
  options: { isFile: boolean; isProduction: boolean },
) {
  const nonce = randomBytes(16).toString("base64");
  const policy = options.isFile && options.isProduction ? filePolicy : contentSecurityPolicy({ nonce, ...options });
  request.headers["content-security-policy"] = policy;
  request.headers["x-nonce"] = nonce;
  request.headers["x-switchboard-path"] = request.url ?? "/";
  response.setHeader("content-security-policy", policy);
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  if (isOpenedByLink(request)) response.setHeader("referrer-policy", "no-referrer");
}

/**
 * Reloads by a script, because a `Refresh` header does not reload an address with a fragment, as password links have one.
 * https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
 */
function refusePage({ headers }: IncomingMessage, response: ServerResponse, error: unknown) {
  if (!(error instanceof Problem)) throw error;
  const seconds = error.retryAfterSeconds ?? 2;
  const reloadScript = `<script nonce="${headers["x-nonce"]}">setTimeout(() => location.reload(), ${seconds * 1000})</script>`;
  sendPlainAnswer(response, {
    status: error.status,
    text: `<!doctype html><html lang="en"><title>Switchboard</title><p>${error.message}</p>${reloadScript}</html>`,
    headers: { "content-type": "text/html; charset=utf-8", "retry-after": String(seconds) },
  });
}

/**
 * Scripts need the nonce of the answer, and styles come from our own files. Strings become scripts only through the
 * Trusted Types policies of Next and of components/shell/script-policy.tsx.
 */
function contentSecurityPolicy({ nonce, isProduction }: { nonce: string; isProduction: boolean }) {
  const development = isProduction ? "" : " 'unsafe-eval'";
  return [
    // Only for prefetch, which Firefox checks against default-src. All other loads have their own directive.
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development}`,
    isProduction ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
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

const header = "next-router-state-tree";

/** Drops a router state that Next would answer with 500. Without it, Next sends the whole page. */
export function dropMalformedRouterState({ headers }: IncomingMessage) {
  try {
    parseAndValidateFlightRouterState(headers[header]);
  } catch {
    delete headers[header];
  }
}
