import { asc, count, eq, getTableColumns } from "drizzle-orm";
import { type Logger, pino } from "pino";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getCredential, listCredentials } from "@/lib/contract/api/credentials";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import type { Database } from "@/lib/db/database";
import { calls } from "@/lib/platform/calls/calls";
import { sessions } from "@/lib/platform/calls/sessions";
import { turn } from "@/lib/platform/campaigns/campaign-worker";
import { campaigns } from "@/lib/platform/campaigns/campaigns";
import { contacts, type UploadLimits } from "@/lib/platform/campaigns/contacts";
import { notFound } from "@/lib/platform/http/api-error";
import { implement, owned } from "@/lib/platform/http/context";
import { faultOf } from "@/lib/platform/http/fault";
import { limitOf } from "@/lib/platform/http/paging";
import { addressOf, createApiServer } from "@/lib/platform/http/server";
import { isPublicAddress, type MayConnect } from "@/lib/platform/webhooks/address-guard";
import { openSimulatedReceiver } from "@/lib/platform/webhooks/simulated-receiver";
import { createDeliveries } from "@/lib/platform/webhooks/webhook-queue";
import { webhooks } from "@/lib/platform/webhooks/webhooks";
import { phoneNumbers } from "./phone-numbers";
import { assistantTable } from "./tables/assistants";
import { credentialTable } from "./tables/credentials";
import { toolTable } from "./tables/tools";
import { workflows } from "./workflows";

export type PlatformOptions = {
  db: Database;
  log?: Logger;
  /** How many times faster than life calls go and retries come. */
  speed?: number;
  /** How often due work is looked for. */
  pollMs?: number;
  webhookTimeoutMs?: number;
  /** Which addresses webhooks may be sent to: public ones, unless a test says otherwise. */
  mayConnect?: MayConnect;
  uploads?: Partial<UploadLimits>;
};

/** The Voice Agent Platform API over one database that has been migrated. Several may share a database. */
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
    ...webhooks(db),
    ...workflows(db),
  ];
  const server = createApiServer({ db, handlers, log });
  const loops: (() => Promise<void>)[] = [];
  const stopping: (() => Promise<void>)[] = [];

  return {
    handlers,

    /** Answers on 127.0.0.1 and sets campaigns and webhooks moving. Resolves to the address. */
    async listen(port: number) {
      const receiver = await openSimulatedReceiver();
      await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
      const deliveries = createDeliveries(db, {
        speed,
        log,
        mayConnect: options.mayConnect ?? isPublicAddress,
        simulatedReceiver: receiver.address,
        timeoutMs: options.webhookTimeoutMs ?? 15_000,
      });
      loops.push(
        loop(() => turn(db, { speed }), { everyMs: pollMs, log, name: "the campaigns' turn" }),
        loop(() => deliveries.start(), { everyMs: pollMs, log, name: "the delivery of webhooks" }),
      );
      stopping.push(deliveries.stop, receiver.close);
      return addressOf(server);
    },

    /** Takes no more requests, lets those in progress finish, and stops what moves by itself. */
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      await Promise.all(loops.splice(0).map((stop) => stop()));
      for (const stop of stopping.splice(0)) await stop();
      await closed;
      clearTimeout(cut);
    },
  };
}

const drainMs = 20_000;

const assistants = (db: Database) => [
  implement(getAssistant, async ({ assistant_id }, context) => {
    const [assistant] = await db
      .select()
      .from(assistantTable)
      .where(owned(assistantTable, context, eq(assistantTable.id, assistant_id)));
    if (!assistant) throw notFound("Assistant");
    return { success: true, data: assistant };
  }),
];

const tools = (db: Database) => [
  implement(getTool, async ({ tool_id }, context) => {
    const [tool] = await db
      .select()
      .from(toolTable)
      .where(owned(toolTable, context, eq(toolTable.id, tool_id)));
    if (!tool) throw notFound("Tool");
    return { success: true, data: tool };
  }),

  implement(deleteTool, async ({ tool_id }, context) => {
    const [deleted] = await db
      .delete(toolTable)
      .where(owned(toolTable, context, eq(toolTable.id, tool_id)))
      .returning({ name: toolTable.name });
    if (!deleted) throw notFound("Tool");
    return { success: true, message: `Tool “${deleted.name}” was deleted.` };
  }),
];

const credentials = (db: Database) => [
  implement(listCredentials, async ({ limit: asked }, context) => {
    const limit = limitOf(asked);
    const mine = owned(credentialTable, context);
    const data = await db
      .select(listed)
      .from(credentialTable)
      .where(mine)
      .orderBy(asc(credentialTable.created_at), asc(credentialTable.id))
      .limit(limit);
    const [found] = await db.select({ total: count() }).from(credentialTable).where(mine);
    return { success: true, data, total: found?.total ?? 0, limit, skip: 0 };
  }),

  implement(getCredential, async ({ credential_id }, context) => {
    const [credential] = await db
      .select({ ...listed, updated_at })
      .from(credentialTable)
      .where(owned(credentialTable, context, eq(credentialTable.id, credential_id)));
    if (!credential) throw notFound("Credential");
    return { success: true, data: credential };
  }),
];

const { organization_id: _, updated_at, ...listed } = getTableColumns(credentialTable);

type Loop = { everyMs: number; log: Logger; name: string };

/** Runs a task again and again with a rest in between, until it is stopped. A run of failures is logged once. */
function loop(task: () => Promise<void>, { everyMs, log, name }: Loop) {
  let isStopped = false;
  let isFailing = false;
  let wake = () => {};

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const running = (async () => {
    while (!isStopped) {
      try {
        await task();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ fault: faultOf(error) }, `${name} failed and is tried until it works`);
        isFailing = true;
      }
      if (!isStopped) await rest();
    }
  })();

  return async function stop() {
    isStopped = true;
    wake();
    await running;
  };
}
