import { beforeAll, expect, test } from "vitest";
import { storeLog } from "@/lib/collector/webhook-log/store-log";
import { eventTable, foundCallTable } from "@/lib/db/console/tables/inbox";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { readRequest } from "@/lib/testing/read-request";

const number = "14155550177";
const others = ["14155550178", "14165551234", "4930901820173"];
const accountId = "account";
const at = new Date(Date.UTC(2026, 10, 20, 14));
const callId = `d_${number}_1`;

let fixture: Awaited<ReturnType<typeof freshGateway>>;
let token: string;

const get = (role: "admin" | "support" | "viewer", path: string) => fixture.read(role, `/api/console/${path}`);
const byToken = async (path: string) => {
  const { path: asked, init } = readRequest(`/api/console/${path}`);
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  const response = await fetch(fixture.origin + asked, { ...init, headers });
  const text = await response.text();
  return { status: response.status, text };
};

const readers = {
  viewer: (path: string) => get("viewer", path),
  support: (path: string) => get("support", path),
  token: byToken,
} as const;

beforeAll(async () => {
  fixture = await freshGateway({ collect: { accountId, read: () => Promise.reject(new Error("not asked")) } });
  const { db } = fixture.database;
  const times = { firstAt: at, lastAt: at, arrivals: 1 };
  for (const [nth, contact] of [number, ...others].entries()) {
    const ref = nth === 0 ? callId : `c${nth}`;
    const call = {
      accountId,
      ref,
      at,
      isOver: true,
      events: 1,
      contact,
      campaignRef: "camp_1",
      contactName: `Ann ${nth}`,
    };
    await db.insert(foundCallTable).values({ ...call, reason: "busy", firstEventAt: at, lastEventAt: at });
    const event = {
      accountId,
      addressId: "a",
      identity: `i${nth}`,
      name: "call.ended",
      shape: "s",
      contact,
      callRef: ref,
    };
    await db.insert(eventTable).values({ ...event, ...times, paths: {}, isOver: true, size: 1, verdict: "unsigned" });
  }
  const entry = {
    id: callId,
    webhook_id: "w1",
    status: "delivered",
    event: "call.ended",
    payload: { phone: Number(number) },
  };
  await storeLog(db, {
    accountId,
    answer: new TextEncoder().encode(JSON.stringify({ raw: [{ ...entry, delivered_at: at.toISOString() }] })),
    at,
    before: undefined,
  });
  const json = { "content-type": "application/json" };
  const post = (path: string, body: unknown) =>
    fixture.ask("admin", "POST", `/api/console/${path}`, { headers: json, body: JSON.stringify(body) });
  token = (await post("tokens", { name: "reader", role: "viewer", scope: "read", days: 1 })).json.token;
  expect((await post("masking", { is_on: true })).status).toBe(200);
});

const total = (text: string) => JSON.parse(text).total;

/** Digits are in the address of no export. */
async function search(ask: (path: string) => Promise<{ text: string }>, path: string, digits: string) {
  if (!path.includes("-export?")) return ask(`${path}text=${digits}`);
  const { text } = JSON.parse((await ask(`sealed-searches?text=${digits}`)).text);
  return ask(`${path}text=${text}`);
}

/**
 * The beginning of the number whose search differs from one for other digits; undefined if none does. Seven digits can be a whole
 * number, of which only a few may be looked for, so that each path gets one such length.
 */
async function isTold(ask: (path: string) => Promise<{ text: string }>, path: string, nth = 0) {
  for (const length of [4, 5, 6, 7 + (nth % 4)]) {
    const digits = number.slice(0, length);
    const wrong = `${digits.slice(0, -1)}${(Number(digits.at(-1)) + 5) % 10}`;
    const [one, other] = [await search(ask, path, digits), await search(ask, path, wrong)];
    // The answer repeats how the text was read, masked.
    const withoutSearch = (text: string) =>
      text
        .replaceAll(digits, "")
        .replaceAll(wrong, "")
        .replace(/"searched":\{[^}]*\}/, "");
    if (path === "delivery-summary?" && total(one.text) === total(other.text)) continue;
    if (withoutSearch(one.text) !== withoutSearch(other.text)) return digits;
  }
  return undefined;
}

test("does not lead support, a viewer or a token to a hidden number digit by digit", async () => {
  for (const [name, ask] of Object.entries(readers)) {
    const paths = [
      "found-calls?",
      "found-calls-export?",
      "campaign-results/camp_1?",
      "deliveries?",
      "delivery-export?format=jsonl&",
      "delivery-summary?",
    ];
    const ofContent = name === "support" ? ["received?", "received-export?"] : ["received?"];
    for (const [nth, path] of [...paths, ...ofContent].entries())
      expect(await isTold(ask, path, nth), path).toBeUndefined();
  }
  expect(await isTold((path) => get("admin", path), "found-calls?")).toBeDefined();
});

test("finds a hidden number typed in full, and by the four digits that are shown", async () => {
  for (const text of [`+${number}`, "+1 (415) 555-0177", "415-555-0177", "0177"]) {
    const { json } = await get("viewer", `found-calls?text=${encodeURIComponent(text)}`);
    expect(json.raw?.data ?? json.data, text).toHaveLength(1);
  }
  for (const text of ["Ann 2", "Ann", "c1"])
    expect((await get("viewer", `found-calls?text=${encodeURIComponent(text)}`)).json.data, text).not.toHaveLength(0);
});

test("hides the number in IDs beside it, and a masked ID leads to its record", async () => {
  for (const path of ["found-calls", "found-calls-export", "received", "deliveries", "delivery-export?format=csv"]) {
    const { text } = await get("support", path);
    expect(text, path).not.toContain(number);
    expect(text.includes("d_1415•••0177_1") || text.includes("1415•••0177"), path).toBe(true);
  }
  const { data } = (await get("viewer", "found-calls?text=0177")).json;
  const { call_id } = data[0];
  expect(call_id).toMatch(/^d_1415•••0177_1~[\w-]+$/);
  expect((await get("viewer", "found-calls?text=0177")).json.data[0].call_id).toBe(call_id);
  const one = await get("viewer", `found-calls/${encodeURIComponent(call_id)}`);
  expect(one.json.data).toMatchObject({ call_id, contact: "1415•••0177" });
  expect((await get("admin", `found-calls/${encodeURIComponent(call_id)}`)).json.data).toMatchObject({
    call_id: callId,
  });
  const changed = `${call_id.slice(0, -2)}${call_id.endsWith("A") ? "BB" : "AA"}`;
  expect((await get("viewer", `found-calls/${encodeURIComponent(changed)}`)).status).toBe(400);
});

test("gives nobody a cursor that can be read or made, and goes on with the one it gave", async () => {
  for (const path of ["campaign-results/camp_1?limit=1", "found-calls?limit=1", "received?limit=1"]) {
    const { next, data } = (await get("viewer", path)).json;
    expect(next, path).toMatch(/^[\w-]{40,}$/);
    const second = await get("viewer", `${path}&after=${next}`);
    expect(second.json.data, path).toHaveLength(1);
    expect(second.json.data[0]).not.toEqual(data[0]);
    const guessed = await get("viewer", `${path}&after=${encodeURIComponent(`${at.toISOString()} ${number}`)}`);
    expect(guessed.status, path).toBe(400);
    expect((await get("viewer", `received?limit=1&after=${next}`)).status === 200, path).toBe(
      path.startsWith("received"),
    );
  }
});

test("masks a JSON number under a phone key in a CSV export", async () => {
  const { text } = await get("support", "delivery-export?format=csv");
  expect(text).toContain('""phone"":""1415•••0177""');
  expect((await get("admin", "delivery-export?format=csv")).text).toContain(`""phone"":${number}`);
  const lines = (await get("support", "delivery-export?format=jsonl")).text.trim().split("\n");
  const payloads = lines.map((line) => JSON.parse(line).entry.payload);
  expect(payloads.filter((payload) => payload !== undefined)).toEqual([{ phone: "1415•••0177" }]);
});

test("counts a number that is searched while it is typed as one guess", async () => {
  const { cookie } = await fixture.join({ name: "Ida Roth", email: "ida@fernhill.example", role: "viewer" });
  const search = (text: string) =>
    fixture.read(undefined, `/api/console/found-calls?text=${text}`, { headers: { cookie } });
  for (let nth = 0; nth < 10; nth += 1)
    for (const length of [8, 9, 10, 11, 12])
      expect((await search(`493090182${100 + nth}`.slice(0, length))).status, String(nth)).toBe(200);
});

test("records whole numbers that find nothing, and refuses the 21st of an hour in every search", async () => {
  const { cookie } = await fixture.join({ name: "Sam Ito", email: "sam@fernhill.example", role: "support" });
  const get = (path: string) => fixture.read(undefined, `/api/console/${path}`, { headers: { cookie } });
  const post = (path: string, number: string) => {
    const headers = { cookie, "content-type": "application/json" };
    return fixture.ask(undefined, "POST", `/api/console/${path}`, { headers, body: JSON.stringify({ number }) });
  };
  const searches = [
    (text: string) => get(`found-calls?text=${encodeURIComponent(text)}`),
    (text: string) => post("do-not-call/list", text),
    (text: string) => post("do-not-call/person", text),
    (text: string) => get(`received?text=${encodeURIComponent(text)}`),
  ];
  // Without its country code, in a country whose numbers are short.
  const danish = (text: string) => text.replace("+1415555", "3212");
  const spellings = [String, danish, String, String, danish];
  for (let guess = 0; guess < 20; guess += 1) {
    const text = spellings[guess % 5]?.(`+1415555${2_000 + guess}`) ?? "";
    const { status } = (await searches[text.startsWith("3") ? 0 : guess % 4]?.(text)) ?? {};
    expect(status, String(guess)).toBe(200);
  }
  const refused = await post("do-not-call/list", "+14155552345");
  expect([refused.status, refused.json.detail]).toEqual([429, expect.stringContaining("20 numbers")]);
  expect((await post("do-not-call/person", "+14155552345")).status).toBe(429);
  expect((await get("found-calls?text=Ann")).status).toBe(200);
  expect((await get("found-calls?text=0177")).json.data).toHaveLength(1);
  const { data } = (await fixture.read("admin", "/api/console/audit?action=masking.guess&limit=20")).json;
  expect(data.map((entry: { actor_name: string }) => entry.actor_name)).toEqual(Array(20).fill("Sam Ito"));
  expect(JSON.stringify(data)).toContain("a number ending 2019");
  expect(JSON.stringify(data)).not.toContain("4155552019");
});
