import { ensureAdmin } from "@/lib/auth/ensure-admin";
import { recordedLink } from "@/lib/auth/setup";
import { confirmBlocked } from "@/lib/collector/campaigns/blocked-confirmations";
import { waitingPeople } from "@/lib/collector/campaigns/blocked-people";
import { linkRemaining } from "@/lib/collector/campaigns/link-blocked";
import { counterMeanings } from "@/lib/collector/campaigns/samples";
import { platformName } from "@/lib/contract/console/connection";
import { Problem } from "@/lib/contract/problem";
import { waitForBlocks } from "@/lib/db/console/blocked-numbers";
import type { Observation, SendAutomatically } from "@/lib/gateway/observation";
import { sealedSearches } from "@/lib/gateway/sealed-search";
import { openPath } from "@/lib/gateway/stand-ins";
import { createRateLimit } from "@/lib/http/rate-limit";
import { ensureAddress } from "@/lib/inbox/addresses";
import { campaignOfCall } from "@/lib/inbox/found-calls";
import { onceAtATime } from "@/lib/jobs/once-at-a-time";
import { keyFor } from "@/lib/secret";
import { type Background, startBackground } from "./background";
import type { ConsoleOptions } from "./console-types";
import { type Core, createCore } from "./core";
import { blockedAmong, newestBlock } from "./do-not-call";
import { EventStreams } from "./event-streams";
import { operationsOf } from "./operations";
import { type SampleRecord, storeSamples } from "./sample-records";
import { stateFigures } from "./state-figures";
import { refuseUnavailable } from "./storage";
import { createSummaries } from "./summary";
import { uploadRecords } from "./upload-record";
import { createVisitors } from "./visitors";

export type Console = Awaited<ReturnType<typeof createConsole>>;

/** Sign-in, members, audit and all data of Switchboard, on one database. Migrates the database first. */
export async function createConsole(options: ConsoleOptions) {
  const { sendMail, limit = createRateLimit() } = options;
  const core = await createCore(options);
  const { db, accountId, trail, sessionChanges, events } = core;
  const background = startBackground(core, options);
  const { collector, automation } = background;
  const summaries = createSummaries(db, accountId);
  const answerSeal = { key: keyFor("answers", options.secret), accountId };
  const streams = createStreams(core, options, { limit, summaries, answerSeal });
  const visitors = createVisitors(core, options, limit);
  await ensureDemoAddress(core, options);
  if (options.admin) await ensureAdmin({ setup: visitors.setup, trail, passwords: core.passwords }, options.admin);
  const linking = startLinking(core, options);

  /** Ends all streams and background work. Requests are still answered. */
  async function stopWork() {
    streams.close();
    await Promise.all([linking.stop(), background.stop()]);
  }

  return {
    ...accessOf(core, visitors),
    events: streams.answer.bind(streams),
    audit: trail,
    /** Name of the connected platform in file names. */
    platform: platformName(options.connection),
    answerSeal,
    ...knownToSends(core, options.secret),
    /** Publishes changed query keys to all processes, as in `StreamMessage`. Never throws and never waits. */
    changed: events.changed,
    onChangedKeys: events.onChangedKeys,
    onOutdated: events.onOutdated,
    /** Never throws and never waits. */
    observe: (passed: Observation) => observe(core, background, passed),
    operations: [...operationsOf({ core, background, summaries, options }), ...sealedSearches(answerSeal)],
    /** Registers the demo platform's records. */
    async storeSamples(samples: readonly SampleRecord[]) {
      if (await storeSamples(db, accountId, samples)) events.changed(["saved", "campaigns", "calls", "records"]);
    },
    /** Starts pauses of campaigns and scheduled actions. They need the gateway, which is created after the console. */
    automate: (send: SendAutomatically) => automation?.automate(send),
    /** True if people can request a reset link by mail. */
    sendsMail: sendMail !== undefined,
    /** Throws if the database or its tables are unavailable, sends would be refused, or no process has led for a minute. */
    ready: onceAtATime(() => refuseUnready(core, collector)),
    /** For the metrics. */
    state: {
      figures: () => stateFigures(db, accountId),
      streams: () => streams.size,
      isLeading: () => collector?.isLeading() ?? false,
    },
    stopWork,
    async close() {
      await visitors.whenIdle();
      await stopWork();
      await sessionChanges.close();
      await visitors.flush();
      await closeCore(core);
    },
  };
}

type StreamParts = {
  limit: NonNullable<ConsoleOptions["limit"]>;
  summaries: ReturnType<typeof createSummaries>;
  answerSeal: { key: string; accountId: string };
};

/** Event streams to browsers. Each heartbeat tests the connection again if the last test is old. */
function createStreams(
  { events, sessions, sessionChanges, health }: Core,
  { log, streamsOfSession: maxPerSession = 8 }: ConsoleOptions,
  { limit, summaries, answerSeal }: StreamParts,
) {
  return new EventStreams({
    ...{ events, sessions, sessionChanges, summaries, log, limit, maxPerSession },
    openPath: (path) => openPath(answerSeal, path),
    onHeartbeat: () =>
      void health.fresh().catch((err: unknown) => log.warn({ err }, "the connection could not be tested")),
  });
}

/** Links do-not-call entries of earlier versions, until `stop`. */
function startLinking({ db }: Core, { secret, log }: ConsoleOptions) {
  let isStopped = false;
  const linking = linkRemaining(db, secret, () => isStopped).catch((err: unknown) =>
    log.warn({ err }, "the do-not-call list could not be compared with earlier lists"),
  );
  return {
    stop() {
      isStopped = true;
      return linking;
    },
  };
}

/** Sign-in, and who sent a request. */
const accessOf = (
  { trail, sessions, tokens, sessionChanges }: Core,
  { answer, openSsoFault, isSsoOnly, setup }: ReturnType<typeof createVisitors>,
) => ({
  auth: answer,
  openSsoFault,
  isSsoOnly,
  personOf: sessions.personOf,
  ownerOf: tokens.personOf,
  onSessionsChanged: sessionChanges.onChange,
  /** True if the cookie has a valid signature. The session itself can have ended. */
  hasSession: sessions.hasSession,
  /** A one-time link to `/setup`, or undefined if an admin exists. */
  setupLink: () => recordedLink(setup, trail),
  isSetupOpen: setup.isOpen,
});

/** Facts of our database that the gateway needs before it sends: people not to call, and the campaign of a call. */
const knownToSends = ({ db, accountId }: Core, secret: string) => ({
  counterMeanings: () => counterMeanings(db, accountId),
  blockedAmong: (numbers: readonly string[]) => blockedAmong(db, secret, numbers),
  newestBlock: () => newestBlock(db),
  recordUpload: uploadRecords(db, accountId, secret),
  campaignOfCall: (call_id: string) => campaignOfCall(db, accountId, call_id),
  blockedWaiting: async (campaign_id: string) => {
    await waitForBlocks(db);
    return (await waitingPeople({ db, accountId, secret }, { campaign_id })).campaigns[0];
  },
  confirmBlocked: (campaignId: string, confirmation: { at: Date; people: number; by: string }) =>
    confirmBlocked(db, accountId, { campaignId, ...confirmation }),
});

/** Erased people are removed before anything is stored. */
function observe(core: Core, { collector, inbox }: Background, passed: Observation) {
  const observation = core.erasures.people.inObservation(passed);
  core.health.observe(observation);
  core.observer.observe(observation);
  collector?.observe(observation);
  inbox?.observe(observation);
}

async function closeCore({ observer, events, trail, urgent }: Core) {
  await observer.flush();
  await events.close();
  await trail.close();
  await urgent.close();
}

async function refuseUnready({ db, trail }: Core, collector: Background["collector"]) {
  await refuseUnavailable(db);
  await trail.refuseUnwritable();
  if (collector?.isLed() === false)
    throw new Problem("storage_down", "No process is polling the platform or sending scheduled actions.");
}

/** The local platform sends its events here from its first start on. */
async function ensureDemoAddress({ db, accountId, events }: Core, { demoHookToken: token, secret }: ConsoleOptions) {
  const address = { accountId, secret, name: "Demo platform", by: "Switchboard" };
  if (token && (await ensureAddress(db, { ...address, token }))) events.changed(["inbox"]);
}
