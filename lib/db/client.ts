import { Client, type ClientConfig } from "pg";

/** A connection outside of any pool. Its loss fails the query in progress, and not the process. */
export function createClient(config: ClientConfig) {
  const client = new Client({ connectionTimeoutMillis: 5_000, ...config });
  return client.on("error", ignoreLoss);
}

export const closeClient = (client: Client) => client.end().catch(ignoreLoss);

/** For a connection that is lost or closed: whoever uses it gets the error of its query. */
const ignoreLoss = () => {};

export async function canConnect(url: string) {
  const client = createClient({ connectionString: url });
  const isConnected = await client.connect().then(
    () => true,
    () => false,
  );
  await closeClient(client);
  return isConnected;
}
