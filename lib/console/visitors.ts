import type { IncomingMessage, ServerResponse } from "node:http";
import { createAuthHandler } from "@/lib/auth/auth-handler";
import { createKnownBrowser } from "@/lib/auth/cookies";
import { createLinkRoutes } from "@/lib/auth/link-routes";
import { createLoginThrottle } from "@/lib/auth/login-throttle";
import { createMailedSession } from "@/lib/auth/mailed-session";
import { createRefusedSignIns } from "@/lib/auth/refused-sign-ins";
import { createSessionRoutes } from "@/lib/auth/session-routes";
import { createSetup } from "@/lib/auth/setup";
import { createSetupRoutes } from "@/lib/auth/setup-routes";
import { createSignIn } from "@/lib/auth/sign-in";
import { createSignInMails } from "@/lib/auth/sign-in-mails";
import { createSso } from "@/lib/auth/sso/sso";
import { isSsoOnly } from "@/lib/auth/sso/sso-only";
import { originsOf } from "@/lib/http/origins";
import { keyFor } from "@/lib/secret";
import type { ConsoleOptions } from "./console-types";
import type { Core } from "./core";

/** Sign-in, setup and links. They have their own database connections, so that visitors cannot block signed-in people. */
export function createVisitors(core: Core, options: ConsoleOptions, limit: (person: string) => void) {
  const { secret, origin, sendMail, log } = options;
  const { db } = options.strangers;
  const { passwords, factors } = core;
  const trail = core.trail.on(db);
  const loginThrottle = createLoginThrottle(db);
  const setup = createSetup(db, origin);
  const knownBrowser = createKnownBrowser(keyFor("known browser", secret), core.cookies);
  const mailed = createMailedSession({ db, secret, origin, sessions: core.sessions, trail });
  const mails = sendMail && createSignInMails({ db, sendMail, linkTo: mailed.linkTo, origin, log });
  const signIn = createSignIn({
    ...{ db, cookies: core.cookies, knownBrowser, loginThrottle, trail, passwords, factors },
    ...{ sso: options.sso, sendMails: mails?.sendDue },
  });
  const links = createLinkRoutes({ db, signIn, loginThrottle, trail, sendMail, origin, log, passwords });
  const refusedSignIns = createRefusedSignIns({ trail, log });
  const sso =
    options.sso &&
    createSso({
      ...{ settings: options.sso, db, secret, origin, cookies: core.cookies, sessions: core.sessions, signIn, trail },
      ...{ refusedSignIns, limit, log },
    });
  const answer = createAuthHandler({
    visitorRoutes: {
      "POST /api/auth/sign-in/email": signIn.signIn,
      "POST /api/auth/sign-in/code": signIn.enterCode,
      "POST /api/auth/sign-in/enrol": signIn.enrol,
      ...mailed.routes,
      ...links.routes,
      ...createSetupRoutes({ setup, signIn, loginThrottle, trail, passwords }),
    },
    sessionRoutes: { ...createSessionRoutes({ ...core, limit, sso }), ...sso?.routes },
    origins: originsOf(origin),
    refusedSignIns,
    log,
  });
  return {
    setup,
    openSsoFault: sso?.openFault,
    /** True while passwords are accepted of local admins only. */
    isSsoOnly: async () => options.sso !== undefined && (await isSsoOnly(db)),
    async answer(request: IncomingMessage, response: ServerResponse, address: string) {
      if (!(await sso?.answer(request, response, address))) await answer(request, response, address);
    },
    whenIdle: () => Promise.all([links.whenIdle(), mails?.stop()]),
    flush: refusedSignIns.flush,
  };
}
