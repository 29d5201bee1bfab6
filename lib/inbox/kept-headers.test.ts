import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { setSigning } from "@/lib/contract/console/inbox/addresses";
import { getReceived, listReceived } from "@/lib/contract/console/inbox/received";
import { arrivalTable, hookAddressTable } from "@/lib/db/console/tables/inbox";
import { personWith } from "@/lib/testing/console";
import { freshInbox } from "@/lib/testing/inbox";

const { db, ask, post, readAll, receiver } = await freshInbox();
const secret = "S3cret-of-the-fixed-header";
const names = `x-platform-auth x-webhook-key x-auth x-key x-hmac x-sig x-credential x-jwt authentication x-passphrase
  x-access-key x-digest x-shared-secret user-agent x-vapi-event-id`.split(/\s+/);

test.each(names)("keeps no value of the fixed header %s, for no role", async (header) => {
  await db.delete(arrivalTable);
  const [address] = await db.select().from(hookAddressTable);
  await ask(setSigning, { address_id: address?.id ?? "", signing: "header", header, secret, refuses_unsigned: true });
  await receiver.changed();
  const body = JSON.stringify({ event: "x", call_id: `call_${header}` });
  expect((await post(body)).status).toBe(401);
  const others = Object.fromEntries(names.filter((name) => name !== "user-agent").map((name) => [name, secret]));
  const sent = { ...others, "x-vapi-event-id": `event-${header}`, "webhook-timestamp": "1764000000", [header]: secret };
  expect((await post(body, sent)).status).toBe(200);
  await readAll();
  const { rows } = await db.execute<{ all: string }>(
    sql`select string_agg(headers::text, ' ') as all from console.hook_arrival`,
  );
  expect(rows[0]?.all).not.toContain(secret);
  const [event] = (await ask(listReceived, {})).data;
  expect(event?.call_id).toBe(`call_${header}`);
  const detail = await ask(getReceived, { event_id: event?.id ?? "" }, personWith("viewer"));
  expect(JSON.stringify(detail)).not.toContain(secret);
  expect(detail.data.all_arrivals[0]?.headers).toMatchObject({
    [header]: `••• ${secret.length} characters`,
    "webhook-timestamp": "1764000000",
  });
});

test("cleans the values of headers that earlier versions stored", async () => {
  const [arrival] = await db.select().from(arrivalTable);
  const [address] = await db.select().from(hookAddressTable);
  const ofOwn = { signing: "header", signingHeader: "X-Own-Event-Id" } as const;
  await db
    .update(hookAddressTable)
    .set(ofOwn)
    .where(eq(hookAddressTable.id, address?.id ?? ""));
  const headers = { "x-own-event-id": secret, "x-auth": secret, "svix-id": "d1", authorization: "•••" };
  await db.update(arrivalTable).set({ headers });
  const file = join(import.meta.dirname, "../db/console/migrations/0040_header-values.sql");
  await db.execute(sql.raw(readFileSync(file, "utf8")));
  const cleaned = await db
    .select()
    .from(arrivalTable)
    .where(eq(arrivalTable.id, arrival?.id ?? ""));
  const hidden = `••• ${secret.length} characters`;
  expect(cleaned[0]?.headers).toEqual({
    ...{ "x-own-event-id": hidden, "x-auth": hidden, "svix-id": "d1", authorization: "•••" },
  });
});
