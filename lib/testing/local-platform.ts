import { onFileEnd } from "@/lib/testing/on-file-end";
import { createPlatform, type PlatformOptions } from "@/platform/platform";
import { seededDatabase } from "./database/fresh-database";
import { fernhillKey } from "./database/seed-database";
import { timeoutMs } from "./timeout-ms";

/** A platform on a seeded database that answers over HTTP until the test file ends. */
export async function startPlatform(options: Partial<PlatformOptions> = {}) {
  const database = await seededDatabase();
  const platform = createPlatform({ db: database.db, webhookTimeoutMs: timeoutMs(200), ...options });
  const address = await platform.listen(0);
  onFileEnd(() => platform.close());
  return { ...database, platform, address, ask: createAsk(address) };
}

type RequestOptions = { key?: string | null; body?: FormData | string | Uint8Array; headers?: Record<string, string> };

export const createAsk =
  (address: string) =>
  async (method: string, path: string, options: RequestOptions = {}) => {
    const { key = fernhillKey, body, headers } = options;
    const response = await fetch(address + path, {
      method,
      body: body as BodyInit,
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };

export function csvFile(csv: string | Uint8Array, filename = "contacts.csv") {
  const form = new FormData();
  form.append("file", new Blob([csv as BlobPart], { type: "text/csv" }), filename);
  return form;
}

/** Polls until there is a value. Only the test's own timeout limits it. */
export async function until<Value>(poll: () => Promise<Value | undefined | false>): Promise<Value> {
  for (;;) {
    const value = await poll();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
