import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { attentionCounts } from "@/lib/alerts/alerts";
import { createAlerts } from "@/lib/alerts/watch";
import { audit } from "@/lib/audit/audit";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { itself } from "@/lib/audit/audit-lines";
import { type AuditTrail, createAuditTrail } from "@/lib/audit/audit-trail";
import { createAccounts } from "@/lib/auth/accounts";
import { createAuthHandler } from "@/lib/auth/auth-handler";
import { cookiesFor, createKnownBrowser } from "@/lib/auth/cookies";
import { createLinkRoutes } from "@/lib/auth/link-routes";
import { createLoginThrottle } from "@/lib/auth/login-throttle";
import { hashPassword } from "@/lib/auth/passwords";
import { createPersonLinks, endLinksOf } from "@/lib/auth/person-links";
import { createRefusedSignIns } from "@/lib/auth/refused-sign-ins";
import { createSessionMemory } from "@/lib/auth/session-memory";
import { createSessions } from "@/lib/auth/sessions";
import { createSetup, type Setup } from "@/lib/auth/setup";
import { createSignIn, refuseFaulty } from "@/lib/auth/sign-in";
import { createAutomation } from "@/lib/automation/automation";
import { guardOf } from "@/lib/automation/campaign-guard";
import { progress } from "@/lib/collector/campaigns/progress";
import { Collector } from "@/lib/collector/collector";
import { settingsOperations } from "@/lib/collector/polling/settings-operations";
import { Observer } from "@/lib/collector/records/observer";
import { related } from "@/lib/collector/records/related";
import { sendEffect } from "@/lib/collector/records/send-effect";
import { recordVersions } from "@/lib/collector/records/versions";
import { deliveries } from "@/lib/collector/webhook-log/deliveries";
import { createLogReader } from "@/lib/collector/webhook-log/log-reader";
import { Problem } from "@/lib/contract/problem";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { createEvents } from "@/lib/events/events";
import { originsOf } from "@/lib/http/origins";
import { createRateLimit } from "@/lib/http/rate-limit";
import { onceAtATime } from "@/lib/jobs/once-at-a-time";
import { keyFor } from "@/lib/secret";
import { connection } from "./connection";
import { createConnectionChange, createConnectionSetting } from "./connection-setting";
import type { Console, ConsoleOptions } from "./console-types";
import { drift } from "./drift";
import { createEventStreams } from "./event-streams";
import { createHealth } from "./health";
import { imports } from "./imports";
import { me } from "./me";
import { meanings } from "./meanings";
import { overview } from "./overview";
import { limitReads } from "./read-limit";
import { saved } from "./saved";
import { createStorage } from "./storage";
import { createSummaries } from "./summary";
import { team } from "./team";

/** Sign-in, members, audit and all data of Switchboard, on one database. Migrates the database first. */
export async function createConsole(options: ConsoleOptions): Promise<Console> {
  const { database, reads, strangers, secret, origin, sendMail, log, limit = createRateLimit() } = options;
  const { db, pool } = database;
  await migrate(pool, consoleMigrations);
  const accountId = options.collect?.accountId ?? "";
  // Rows of versions without accounts belong to the account that is connected first.
  await db.update(savedTable).set({ accountId }).where(eq(savedTable.accountId, ""));

  const cookies = cookiesFor(origin, keyFor("session cookie", secret));
  const origins = originsOf(origin);
  const auditKey = auditKeyOf(secret);
  const trail = createAuditTrail(db, { key: auditKey, log, longestSendMs: options.longestSendMs });
  await trail.start();
  const memory = createSessionMemory(database, options.memory);
  const sessions = createSessions(db, { cookies, memory });
  const storage = createStorage(db);
  const events = createEvents({ database, log });
  const observer = new Observer({ db, accountId, changed: events.changed, log });
  const health = createHealth({
    ...options,
    recordDrift: (request, drift) => observer.recordDrift(request, drift),
    onChange: () => events.changed(["connection"]),
  });
  const logReader = createLogReader({ db, accountId, events });
  const summaries = createSummaries(db, { accountId, attention: () => attentionCounts(db, accountId) });
  const onHeartbeat = () => void health.fresh().catch(() => {});
  const maxPerSession = options.streamsOfSession ?? 8;
  const streams = createEventStreams({
    events,
    sessions,
    memory,
    summaries,
    origins,
    log,
    limit,
    onHeartbeat,
    maxPerSession,
  });
  const collector =
    options.collect &&
    new Collector({
      ...options.collect,
      read: observer.observed(health.observed(options.collect.read)),
      database,
      changed: events.changed,
      sent: { publish: events.sent, subscribe: events.onSent },
      log,
    });
  if (collector) events.onViewed((names) => collector.viewed(names));
  const automation =
    options.collect &&
    collector &&
    createAutomation({
      ...options.collect,
      db,
      trail,
      isLeading: collector.isLeading,
      changed: events.changed,
      log,
    });
  const alerts = createAlerts({
    ...options,
    accountId,
    isLeading: () => collector?.isLeading() === true,
    isDiskLow: storage.isDiskLow,
    changed: events.changed,
    onChanged: events.onChanged,
  });
  const knownBrowser = createKnownBrowser(keyFor("known browser", secret), cookies);
  const signInOn = (own: Database, ownTrail: AuditTrail) => {
    const accounts = createAccounts(own, { cookies, memory });
    const ownSessions = createSessions(own, { cookies, memory });
    const loginThrottle = createLoginThrottle(own);
    return createSignIn({
      ...{ accounts, cookies, loginThrottle, knownBrowser, sessions: ownSessions, trail: ownTrail },
      endLinks: (userId) => endLinksOf(own, userId),
    });
  };
  const { signOut, changePassword } = signInOn(db, trail);

  // Requests without a session have their own connections, so that they cannot block others.
  const strangersTrail = trail.on(strangers.db);
  const setup = createSetup(strangers.db, origin);
  const changeOn = (own: Database) => {
    const setting = createConnectionSetting(own, secret);
    return { setting, change: createConnectionChange({ ...options, setting }) };
  };
  const refusedSignIns = createRefusedSignIns({ trail: strangersTrail, log });
  const { signIn, enter } = signInOn(strangers.db, strangersTrail);
  const strangersThrottle = createLoginThrottle(strangers.db);
  const links = createLinkRoutes({
    db: strangers.db,
    links: createPersonLinks(strangers.db, memory),
    signIn: { enter },
    loginThrottle: strangersThrottle,
    trail: strangersTrail,
    sendMail,
    origin,
    log,
  });

  if (options.admin) await ensureAdmin({ setup, trail, admin: options.admin });
  const loginThrottle = createLoginThrottle(db);
  const sweep = () => Promise.all([sessions.sweep(), loginThrottle.sweep()]).catch(() => {});
  const sweepTimer = setInterval(() => void sweep(), 60 * 60 * 1000).unref();
  const isReady = onceAtATime(async () => {
    await storage.ready();
    if (collector?.isLed() === false)
      throw new Problem("storage_down", "No process leads: the platform is not read, and nothing planned is sent.");
  });
  let stopped: Promise<unknown> | undefined;
  function stopWork() {
    streams.close();
    stopped ??= Promise.allSettled([automation?.close(), alerts.close()]).then(() => collector?.close());
    return stopped;
  }

  return {
    auth: createAuthHandler({
      origins,
      signIn: { signIn, enter, signOut, changePassword },
      sessions,
      setup,
      links,
      loginThrottle: strangersThrottle,
      trail: strangersTrail,
      refusedSignIns,
      connection: { ...options.connection, ...changeOn(strangers.db).change, testCurrent: health.test },
      limit,
      log,
    }),
    personOf: sessions.personOf,
    readerOf: sessions.readerOf,
    onSessionsChanged: memory.onInvalidate,
    hasSession: sessions.hasSession,
    audit: trail,
    changed: events.changed,
    onChangedKeys: events.onChangedKeys,
    events: streams.answer,
    stopWork,
    observe(observation) {
      health.observe(observation);
      observer.observe(observation);
      collector?.observe(observation);
    },
    operations: limitReads(
      [
        me(db, memory),
        team(db, { loginThrottle, memory, origin, sendMail, log }),
        audit(reads.db, { key: auditKey, origin }),
        saved(db, accountId),
        connection({ ...options, ...changeOn(db), health, storage }),
        meanings(db),
        drift(db),
        alerts.operations,
        imports(db, accountId),
        progress(db, accountId, guardOf),
        deliveries(reads.db, accountId, logReader),
        recordVersions(db, accountId),
        settingsOperations(db, accountId),
        sendEffect(db, accountId),
        related(reads.db, accountId),
        automation?.operations ?? [],
        summaries.operations,
        overview(db, { accountId, health, sendsMail: sendMail !== undefined, samples: options.samples ?? [] }),
      ].flat(),
    ),
    automate: (send) => automation?.automate(send),
    async setupLink() {
      if (!(await setup.isOpen())) return undefined;
      const act = { action: "setup.link", person: itself, requestId: randomUUID(), address: null };
      return trail.recordAct(act, setup.link);
    },
    isSetupOpen: setup.isOpen,
    sendsMail: sendMail !== undefined,
    ready: isReady,
    async close() {
      clearInterval(sweepTimer);
      await links.whenIdle();
      await stopWork();
      await memory.close();
      await refusedSignIns.flush();
      await observer.flush();
      await events.close();
      await trail.close();
    },
  };
}

type FirstAdminOptions = {
  setup: Pick<Setup, "isOpen" | "ensure">;
  trail: Pick<AuditTrail, "recordAct">;
  admin: { email: string; password: string };
};

/** Creates the admin of the environment if no admin exists. */
async function ensureAdmin({ setup, trail, admin: { email, password } }: FirstAdminOptions) {
  if (!(await setup.isOpen())) return;
  const admin = { name: email.split("@", 1).join(), email };
  refuseFaulty(password, { user: admin });
  const passwordHash = await hashPassword(password);
  const person = { ...admin, role: "admin" } as const;
  await trail
    .recordAct(
      { action: "setup", person, requestId: randomUUID(), address: null },
      () => setup.ensure({ ...admin, passwordHash }),
      "From SWITCHBOARD_ADMIN_EMAIL.",
    )
    .catch((error: unknown) => {
      if (!(error instanceof Problem && error.code === "conflict")) throw error;
    });
}
