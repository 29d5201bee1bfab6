import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { openDatabase } from "@/lib/db/database";
import { readEnv } from "@/lib/env";
import { createMeasures } from "@/lib/gateway/measures";
import { limitConnections } from "@/lib/http/connections";
import { createGuardedServer } from "@/lib/http/guarded-server";
import { createPages } from "@/lib/http/pages";
import { createDisk } from "@/lib/inbox/disk";
import { createReceiver } from "@/lib/inbox/receive";
import { createEngines } from "@/lib/server/engine";
import { createRoutes } from "@/lib/server/routes";
import { onFileEnd } from "@/lib/testing/on-file-end";
import { mara, password } from "../console";
import { freshDatabase } from "../database/fresh-database";
import { startFaultUpstream } from "../fault-upstream";
import { guardedBy } from "../healthy-platform";
import { testFolder } from "../test-folder";

export const origin = "https://switchboard.example.com";
export const metricsToken = "metrics-token-of-the-test";

/** The server's routes behind one trusted proxy, with a database and a platform. Returns the address to reach them. */
export async function startRoutes() {
  const key = "routes_key_4f1c";
  const platform = await startFaultUpstream(guardedBy(key));
  const database = await freshDatabase();
  const reads = openDatabase(database.url, { connections: 2 });
  const directory = testFolder("routes");
  const env = readEnv({
    DATA_DIR: directory,
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: key,
    SWITCHBOARD_ORIGIN: origin,
    SWITCHBOARD_TRUSTED_HOPS: "1",
    SWITCHBOARD_METRICS_TOKEN: metricsToken,
    SWITCHBOARD_ADMIN_EMAIL: mara.email,
    SWITCHBOARD_ADMIN_PASSWORD: password,
  });
  const secret = "a secret of thirty-two characters or more";
  const [log, measures] = [pino({ level: "silent" }), createMeasures()];
  const databases = { database, reads, strangers: database };
  const hooks = openDatabase(database.url, { connections: 8 });
  const disk = createDisk({ directory, holdsDatabase: false });
  const receiver = createReceiver({ db: hooks.db, secret, directory, disk, log });
  const engines = await createEngines({ env: { ...env, secret }, origin, ...databases, measures, log });
  const pages = createPages<{ id: string }>({
    render: async (_request, response) => void response.end("A page"),
    sendFile: async (_request, response) => void response.writeHead(404).end(),
    personOf: () => undefined,
    isSetupOpen: async () => false,
    limit: () => undefined,
    isProduction: true,
  });
  const server = createGuardedServer({
    isStranger: () => true,
    answer: (request, response) => void answer(request, response).catch(() => response.writeHead(404).end()),
  });
  const connections = limitConnections(server, { perAddress: 1_000, total: 1_000 });
  const answer = createRoutes({
    receiver,
    env,
    engines,
    pages,
    connections,
    measures,
    log,
    isDraining: () => false,
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onFileEnd(async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all([engines.close(), receiver.stop()]);
    await Promise.all([reads.close(), hooks.close(), platform.close()]);
  });
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { here, database, platform };
}
