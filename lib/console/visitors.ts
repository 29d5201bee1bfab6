import { createAuthHandler } from "@/lib/auth/auth-handler";
import { createKnownBrowser } from "@/lib/auth/cookies";
import { createLinkRoutes } from "@/lib/auth/link-routes";
import { createLoginThrottle } from "@/lib/auth/login-throttle";
import { createRefusedSignIns } from "@/lib/auth/refused-sign-ins";
import { createSessionRoutes } from "@/lib/auth/session-routes";
import { createSetup } from "@/lib/auth/setup";
import { createSetupRoutes } from "@/lib/auth/setup-routes";
import { createSignIn } from "@/lib/auth/sign-in";
import { originsOf } from "@/lib/http/origins";
import { keyFor } from "@/lib/secret";
import type { ConsoleOptions } from "./console-types";
import type { Core } from "./core";

/** Sign-in, setup and links. They have their own database connections, so that visitors cannot block signed-in people. */
export function createVisitors(core: Core, options: ConsoleOptions, limit: (person: string) => void) {
  const { secret, origin, sendMail, log } = options;
  const { db } = options.strangers;
  const { passwords } = core;
  const trail = core.trail.on(db);
  const loginThrottle = createLoginThrottle(db);
  const setup = createSetup(db, origin);
  const knownBrowser = createKnownBrowser(keyFor("known browser", secret), core.cookies);
  const signIn = createSignIn({ db, cookies: core.cookies, knownBrowser, loginThrottle, trail, passwords });
  const links = createLinkRoutes({ db, signIn, loginThrottle, trail, sendMail, origin, log, passwords });
  const refusedSignIns = createRefusedSignIns({ trail, log });
  return {
    setup,
    answer: createAuthHandler({
      visitorRoutes: {
        "POST /api/auth/sign-in/email": signIn.signIn,
        ...links.routes,
        ...createSetupRoutes({ setup, signIn, loginThrottle, trail, passwords }),
      },
      sessionRoutes: createSessionRoutes({ ...core, limit }),
      origins: originsOf(origin),
      refusedSignIns,
      log,
    }),
    whenIdle: links.whenIdle,
    flush: refusedSignIns.flush,
  };
}
