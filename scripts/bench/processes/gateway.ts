import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { createConsole } from "@/lib/console/console";
import { openDatabase } from "@/lib/db/database";
import { Gateway } from "@/lib/gateway/gateway";
import { createHttpHandler } from "@/lib/gateway/http-handler";
import { createMeasures } from "@/lib/gateway/measures";
import { Upstream } from "@/lib/gateway/upstream";
import { cleanRequest } from "@/lib/http/clean-request";
import { originsOf } from "@/lib/http/origins";
import { createLog } from "@/lib/server/log";
import { answerRequests, processOptions, type UsageAnswers, usage } from "./answering";
import { listen } from "./listen";

type Options = { to: string; databaseUrl: string; admin: { email: string; password: string } };

const { to, databaseUrl, admin } = processOptions<Options>();

/** The product's gateway, console and log, without pages and without rate limit. */
const server = createServer((request, response) => {
  const address = cleanRequest(request, 0);
  const path = request.url ?? "";
  const answer = path === "/api/events" ? events : path.startsWith("/api/auth/") ? console.auth : httpHandler;
  answer(request, response, address).catch(() => response.destroy());
});
server.requestTimeout = 0;
const origin = await listen(server);

const key = "vap_bench_4f9e2d71c0b8";
const log = createLog("info");
const upstream = new Upstream({ baseUrl: to, key });
const console = await createConsole({
  database: openDatabase(databaseUrl),
  reads: openDatabase(databaseUrl, { connections: 8 }),
  strangers: openDatabase(databaseUrl, { connections: 3 }),
  secret: "a secret of thirty-two characters or more",
  origin,
  admin,
  connection: { host: upstream.host, source: "environment", keyLastFour: key.slice(-4) },
  probe: async () => [],
  examine: async function* () {},
  examineOther: async function* () {},
  log,
  limit: () => undefined,
  streamsOfSession: 2_000,
});
const events: typeof httpHandler = (request, response) => console.events(request, response, "bench");
const gateway = new Gateway({ upstream, console, log, measures: createMeasures(), listDirectory: tmpdir() });
const httpHandler = createHttpHandler({
  gateway,
  sessions: console,
  origins: originsOf(origin),
  log,
  limit: () => undefined,
});

const change = async (_input: null) => console.changed(["credentials"]);

export type GatewayAnswers = UsageAnswers & { change: typeof change };

answerRequests({ usage, change }, { origin });
