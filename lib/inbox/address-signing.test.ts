import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";
import { endEarlierSecret, listAddresses, setSigning, testAddress } from "@/lib/contract/console/inbox/addresses";
import { getReceived, listOther, listReceived } from "@/lib/contract/console/inbox/received";
import type { InputOf } from "@/lib/contract/inputs";
import { arrivalTable, bodyTable, eventTable, hookAddressTable } from "@/lib/db/console/tables/inbox";
import { freshInbox } from "@/lib/testing/inbox";
import { sealFor } from "./address-book";

const { db, ask, post, readAll, receiver } = await freshInbox();
const [address] = await db.select().from(hookAddressTable);
const address_id = address?.id ?? "";

beforeEach(async () => {
  for (const table of [arrivalTable, bodyTable, eventTable]) await db.delete(table);
  await set({ signing: "none", refuses_unsigned: false });
});

type Kind = "standard" | "hmac" | "header";

type Input = Partial<InputOf<typeof setSigning>> & Pick<InputOf<typeof setSigning>, "signing" | "refuses_unsigned">;

async function set(input: Input) {
  await ask(setSigning, { address_id, header: "x-signature", secret: "", ...input });
  await receiver.changed();
}

const standardSecret = (nth: number) => `whsec_${Buffer.alloc(32, nth).toString("base64")}`;
const textSecret = (nth: number) => `a secret of the platform ${nth}`;
const secretOf = (kind: Kind, nth: number) => (kind === "standard" ? standardSecret(nth) : textSecret(nth));
const body = JSON.stringify({ event: "call.ended", call_id: "c1" });

function headersOf(kind: Kind, nth: number): Record<string, string> {
  const secret = secretOf(kind, nth);
  if (kind === "header") return { "x-signature": secret };
  if (kind === "hmac") return { "x-signature": createHmac("sha256", secret).update(body).digest("hex") };
  const at = new Date();
  const [id, time] = ["m1", String(Math.floor(at.getTime() / 1000))];
  const signature = new Webhook(secret).sign(id, at, body);
  return { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature };
}

const statusOf = async (kind: Kind, nth: number) => (await post(body, headersOf(kind, nth))).status;
const ours = async () => (await ask(listAddresses, {})).data[0];
const decorated: readonly [string, (secret: string) => string][] = [
  ["alone", (secret) => secret],
  ["with blanks and a line end", (secret) => ` ${secret} \r\n`],
  ["in quotes", (secret) => `"${secret}"`],
  ["in typographic quotes", (secret) => `“${secret}”`],
  ["behind its name", (secret) => `WEBHOOK_SECRET=${secret}`],
  ["behind its name, in quotes", (secret) => `export WEBHOOK_SECRET='${secret}'\n`],
  ["with marks without width", (secret) => `\u200b${secret.slice(0, 9)}\u2060${secret.slice(9)}\ufeff`],
];

test.each(
  (["standard", "hmac", "header"] as const).flatMap((kind) =>
    decorated.map(([how, wrap]) => [kind, how, wrap] as const),
  ),
)("takes a secret for the check %s when it is pasted %s", async (kind, _, wrap) => {
  await set({ signing: kind, secret: wrap(secretOf(kind, 1)), refuses_unsigned: true });
  expect(await statusOf(kind, 1)).toBe(200);
});

test.each([
  ["behind v1", `v1,${standardSecret(1)}`],
  ["as a field of JSON", `"secret": "${standardSecret(1)}",`],
  ["without its prefix", standardSecret(1).slice(6)],
])("takes a secret of Standard Webhooks that is pasted %s", async (_, secret) => {
  await set({ signing: "standard", secret, refuses_unsigned: true });
  expect(await statusOf("standard", 1)).toBe(200);
});

test.each<[string, Kind, string, RegExp]>([
  ["is not base64", "standard", "whsec_!!!!", /not base64/],
  ["is one byte", "standard", "whsec_YQ==", /shorter than 16 bytes/],
  ["are two", "standard", `${standardSecret(1)} ${standardSecret(2)}`, /contains a blank/],
  ["is a public key", "standard", "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", /asymmetric/],
  ["is short", "hmac", "abc", /shorter than 16 bytes/],
  ["is short", "header", "abc", /shorter than 16 bytes/],
  ["are blanks and marks alone", "hmac", " \u200b\n", /shorter than 16 bytes/],
  ["is of another check", "hmac", `v1,${standardSecret(1)}`, /Standard Webhooks/],
  ["has lines", "hmac", `${textSecret(1)}\n${textSecret(2)}`, /several lines/],
  ["no header can have", "header", "ein geheimes Wört von uns", /no header can have/],
])("refuses a secret when it %s, for the check %s", async (_, signing, secret, reason) => {
  const saved = ask(setSigning, { address_id, signing, header: "x-signature", secret, refuses_unsigned: true });
  await expect(saved).rejects.toMatchObject({ message: expect.stringMatching(reason) });
  expect(await ours()).toMatchObject({ signing: "none" });
});

test("refuses another kind of check when the stored secret is none for it", async () => {
  await set({ signing: "hmac", secret: textSecret(1), refuses_unsigned: false });
  const other = ask(setSigning, { address_id, signing: "standard", header: "", secret: "", refuses_unsigned: false });
  await expect(other).rejects.toThrow(/Enter another secret/);
});

test("checks with a secret that an earlier version stored as it was pasted", async () => {
  await set({ signing: "standard", secret: standardSecret(1), refuses_unsigned: true });
  const sealedSecret = sealFor("a secret of thirty-two characters or more", address_id, `v1,${standardSecret(2)}`);
  await db.update(hookAddressTable).set({ sealedSecret }).where(eq(hookAddressTable.id, address_id));
  await receiver.changed();
  expect([await statusOf("standard", 2), await statusOf("standard", 1)]).toEqual([200, 401]);
});

test.each<Kind>(["standard", "hmac", "header"])(
  "accepts a new secret and the one before for a day when the check is %s",
  async (kind) => {
    await set({ signing: kind, secret: secretOf(kind, 1), refuses_unsigned: true });
    expect((await ours())?.earlier_until).toBeNull();
    await set({ signing: kind, secret: secretOf(kind, 2), refuses_unsigned: true });
    const until = Date.parse((await ours())?.earlier_until ?? "");
    expect(until - Date.now()).toBeGreaterThan(86_000_000);
    expect([await statusOf(kind, 1), await statusOf(kind, 2)]).toEqual([200, 200]);
    // Saved again without a secret, both stay.
    await set({ signing: kind, secret: "", refuses_unsigned: true });
    expect(await statusOf(kind, 1)).toBe(200);
    await db.execute(sql`update console.hook_address set earlier_until = now() - interval '1 second'`);
    await receiver.changed();
    expect([await statusOf(kind, 1), await statusOf(kind, 2)]).toEqual([401, 200]);
    expect((await ours())?.earlier_until).toBeNull();
  },
);

test.each<Kind>(["standard", "hmac", "header"])("signs a test event for the check %s", async (kind) => {
  await set({ signing: kind, secret: secretOf(kind, 1), refuses_unsigned: true });
  expect(await ask(testAddress, { address_id })).toMatchObject({ is_received: true });
  expect((await db.select().from(arrivalTable)).map(({ verdict }) => verdict)).toEqual(["signed"]);
});

test("ends the earlier secret at once when an admin says so", async () => {
  for (const nth of [1, 2]) await set({ signing: "hmac", secret: textSecret(nth), refuses_unsigned: true });
  await ask(endEarlierSecret, { address_id });
  await receiver.changed();
  expect([await statusOf("hmac", 1), await statusOf("hmac", 2)]).toEqual([401, 200]);
  await expect(ask(endEarlierSecret, { address_id })).rejects.toThrow("No earlier secret");
});

test("ends the earlier secret when the kind of check changes", async () => {
  await set({ signing: "hmac", secret: textSecret(1), refuses_unsigned: true });
  await set({ signing: "header", secret: textSecret(2), refuses_unsigned: true });
  expect((await ours())?.earlier_until).toBeNull();
  expect([await statusOf("header", 1), await statusOf("header", 2)]).toEqual([401, 200]);
});

test("says for each event why its signature is not valid, and keeps no secret of it", async () => {
  await set({ signing: "hmac", secret: textSecret(1), refuses_unsigned: false });
  await post(body);
  await post('{"event":"call.ended","call_id":"c2"}', headersOf("hmac", 1));
  await readAll();
  const faults = await Promise.all(
    (await ask(listReceived, {})).data.map(async ({ id }) => (await ask(getReceived, { event_id: id })).data),
  );
  const [changed, missing] = ["Its signature does not fit its body.", "It has no header x-signature."];
  expect(faults.map(({ signature_fault }) => signature_fault)).toEqual([expect.stringContaining(changed), missing]);
  expect((await ours())?.unsigned).toMatchObject([
    { fault: expect.stringContaining(changed), is_refused: false, event_id: faults[0]?.id },
    { fault: missing, event_id: faults[1]?.id },
  ]);
  await set({ signing: "hmac", secret: "", refuses_unsigned: true });
  expect((await post(body, { "x-signature": "no digest" })).status).toBe(401);
  const unreadable = "Its header x-signature cannot be read as a signature of this kind.";
  expect((await ours())?.unsigned[0]).toMatchObject({ fault: unreadable, is_refused: true, event_id: null });
  expect((await ask(listOther, {})).data[0]?.fault).toBe(`${unreadable} This address refuses such events.`);
  await post(body, headersOf("hmac", 1));
  expect((await ours())?.unsigned).toHaveLength(3);
});
