import { type Logger, pino } from "pino";
import type { Database } from "@/lib/db/database";
import { isPublicAddress, type MayConnect } from "@/lib/http/address-guard";
import { startTicker } from "@/lib/jobs/ticker";
import { calls, sessions } from "@/platform/calls/calls";
import { runDueWork } from "@/platform/campaigns/campaign-worker";
import { campaigns } from "@/platform/campaigns/campaigns";
import { contacts, type UploadLimits } from "@/platform/campaigns/contacts";
import { addressOf, createApiServer } from "@/platform/http/server";
import { type AnswerDelivery, openSimulatedReceiver } from "@/platform/webhooks/simulated-receiver";
import { createDeliveries } from "@/platform/webhooks/webhook-queue";
import { webhooks } from "@/platform/webhooks/webhooks";
import { assistants } from "./assistants";
import { credentials } from "./credentials";
import { phoneNumbers } from "./phone-numbers";
import { tools } from "./tools";
import { workflows } from "./workflows";

export type PlatformOptions = {
  db: Database;
  log?: Logger;
  /** Factor by which calls and retries are faster than in reality. */
  speed?: number;
  pollMs?: number;
  webhookTimeoutMs?: number;
  /** Addresses to which webhooks can be sent. Default: public ones. */
  mayConnect?: MayConnect;
  /** The console's address for events, to which every event is sent. */
  ownReceiver?: string | undefined;
  uploads?: Partial<UploadLimits>;
  /** Longest time that calls and deliveries wait for the first read of the webhook log. Default: they do not wait. */
  waitForReadMs?: number;
  /** Overrides the answers of simulated receivers. */
  answerDelivery?: AnswerDelivery;
};

export function createPlatform(options: PlatformOptions) {
  const { db, speed = 1, pollMs = 500, log = pino({ level: "silent" }) } = options;
  const handlers = [
    ...assistants(db),
    ...calls(db),
    ...campaigns(db),
    ...contacts(db, options.uploads),
    ...credentials(db),
    ...phoneNumbers(db),
    ...sessions(db),
    ...tools(db),
    ...webhooks(db, { onLogRead: () => beginWork() }),
    ...workflows(db),
  ];
  const server = createApiServer({ db, handlers, log });
  const stops: (() => Promise<void>)[] = [];
  let beginWork = () => {};

  return {
    handlers,

    /** Listens on 127.0.0.1 and starts the workers of campaigns and webhooks. Resolves to the address. */
    async listen(port: number) {
      const receiver = await openSimulatedReceiver(options.answerDelivery);
      await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
      const deliveries = createDeliveries(db, {
        speed,
        log,
        mayConnect: options.mayConnect ?? isPublicAddress,
        simulatedReceiver: receiver.address,
        ownReceiver: options.ownReceiver,
        timeoutMs: options.webhookTimeoutMs ?? 15_000,
      });
      const works = [
        { name: "the campaigns' turn", run: () => runDueWork(db, { speed }) },
        { name: "the delivery of webhooks", run: deliveries.start },
      ];
      beginWork = () => {
        beginWork = () => {};
        stops.unshift(...works.map((work) => startTicker({ ...work, everyMs: pollMs, log }).stop));
      };
      stops.push(deliveries.stop, receiver.close);
      if (options.waitForReadMs === undefined) beginWork();
      else setTimeout(() => beginWork(), options.waitForReadMs).unref();
      return addressOf(server);
    },

    /** Accepts no more requests, waits for those in progress and stops the workers. */
    async close() {
      beginWork = () => {};
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const closeTimer = setTimeout(() => server.closeAllConnections(), drainMs);
      for (const stop of stops.splice(0)) await stop();
      await closed;
      clearTimeout(closeTimer);
    },
  };
}

const drainMs = 20_000;
