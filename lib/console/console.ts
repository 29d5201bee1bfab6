import { ensureAdmin, recordedLink } from "@/lib/auth/setup";
import { Problem } from "@/lib/contract/problem";
import { originsOf } from "@/lib/http/origins";
import { createRateLimit } from "@/lib/http/rate-limit";
import { onceAtATime } from "@/lib/jobs/once-at-a-time";
import { startBackground } from "./background";
import type { Console, ConsoleOptions } from "./console-types";
import { createCore } from "./core";
import { EventStreams } from "./event-streams";
import { operationsOf } from "./operations";
import { createSummaries } from "./summary";
import { createVisitors } from "./visitors";

/** Sign-in, members, audit and all data of Switchboard, on one database. Migrates the database first. */
export async function createConsole(options: ConsoleOptions): Promise<Console> {
  const { origin, sendMail, log, limit = createRateLimit(), streamsOfSession: maxPerSession = 8 } = options;
  const core = await createCore(options);
  const { db, accountId, trail, sessions, sessionChanges, storage, events, observer, health } = core;
  const background = startBackground(core, options);
  const { collector, automation } = background;
  const summaries = createSummaries(db, accountId);
  const streams = new EventStreams({
    ...{ events, sessions, sessionChanges, summaries, log, limit, maxPerSession },
    origins: originsOf(origin),
    onHeartbeat: () =>
      void health.fresh().catch((err: unknown) => log.warn({ err }, "the connection could not be tested")),
  });
  const visitors = createVisitors(core, options, limit);
  const { setup } = visitors;
  if (options.admin) await ensureAdmin(setup, trail, options.admin);

  function stopWork() {
    streams.close();
    return background.stop();
  }

  return {
    auth: visitors.answer,
    personOf: sessions.personOf,
    onSessionsChanged: sessionChanges.onChange,
    hasSession: sessions.hasSession,
    audit: trail,
    changed: events.changed,
    onChangedKeys: events.onChangedKeys,
    events: (request, response, requestId) => streams.answer(request, response, requestId),
    stopWork,
    observe(observation) {
      health.observe(observation);
      observer.observe(observation);
      collector?.observe(observation);
    },
    operations: operationsOf({ core, background, summaries, options }),
    automate: (send) => automation?.automate(send),
    setupLink: () => recordedLink(setup, trail),
    isSetupOpen: setup.isOpen,
    sendsMail: sendMail !== undefined,
    ready: onceAtATime(async () => {
      await storage.ready();
      if (collector?.isLed() === false)
        throw new Problem("storage_down", "No process is polling the platform or sending scheduled actions.");
    }),
    async close() {
      await visitors.whenIdle();
      await stopWork();
      await sessionChanges.close();
      await visitors.flush();
      await observer.flush();
      await events.close();
      await trail.close();
    },
  };
}
