import { expect, type Page } from "@playwright/test";
import type { HookAddress } from "../../lib/contract/console/inbox/addresses";
import type { ReceivedEvent } from "../../lib/contract/console/inbox/received";
import { withDatabase } from "./database";
import type { Product } from "./product";

/** Sends events to a new address, as the platform does. */
export async function eventSender({ request }: Page, origin: string) {
  const headers = { "x-switchboard": "1", origin };
  const post = async (path: string, data: object) => (await request.post(path, { headers, data })).json();
  const { data } = await post("/api/console/inbox/addresses", { name: "Test" });
  const { url } = await post(`/api/console/inbox/addresses/${data.id}/show`, {});
  return async (event: string, call: object) => {
    const sent = await request.post(new URL(url).pathname, { data: { event, call } });
    expect(sent.status()).toBe(200);
  };
}

type Headers = Record<string, string>;

/** Makes an address for events, as an admin does. Resolves to its URL. */
export async function makeAddress(origin: string, headers: Headers): Promise<string> {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${origin}/api/console/inbox/addresses${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The address was not made: ${await response.text()}`);
    return response.json();
  };
  const { data }: { data: HookAddress } = await post("", { name: "Events of a test" });
  const { url }: { url: string } = await post(`/${data.id}/show`, {});
  return url;
}

/** Sends events without a pause until it is ended, and notes those that were acknowledged. */
export function sendEvents(url: string) {
  const acknowledged: string[] = [];
  let isOver = false;
  let count = 0;
  async function sendOneByOne() {
    while (!isOver) {
      count += 1;
      const id = `event-${count}`;
      const body = JSON.stringify({ type: "call.started", id, data: { call_id: `call-${count % 50}` } });
      const response = await fetch(url, { method: "POST", body }).catch(() => undefined);
      if (response?.status === 200) acknowledged.push(id);
    }
  }
  const senders = Array.from({ length: 10 }, sendOneByOne);
  return {
    acknowledged,
    async end() {
      isOver = true;
      await Promise.all(senders);
    },
  };
}

/** IDs of the events that were read, as a page lists them. */
export async function receivedIds(origin: string, headers: Headers): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ""; ; ) {
    const response = await fetch(`${origin}/api/console/received`, {
      ...{ method: "POST", headers: { ...headers, "content-type": "application/json" } },
      body: JSON.stringify({ limit: 200, ...(after ? { after } : {}) }),
    });
    const { data, next } = (await response.json()) as { data: ReceivedEvent[]; next: string | null };
    ids.push(...data.map(({ delivery_id }) => delivery_id ?? ""));
    if (next === null) return ids;
    after = next;
  }
}

/** Removes all addresses, events and calls, those of other tests too. */
export const emptyInbox = (product: Pick<Product, "dataDir" | "databaseUrl">) =>
  withDatabase(product, (client) =>
    client.query(
      "truncate console.hook_address, console.hook_arrival, console.hook_body, console.hook_event, console.hook_stray, console.found_call, console.campaign_figures, console.campaign_change",
    ),
  );
