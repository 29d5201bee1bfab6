import { beforeAll, expect, test } from "vitest";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import { savedTable } from "@/lib/db/console/tables/registry";
import { freshGateway } from "@/lib/testing/fresh-gateway";

const at = new Date(Date.UTC(2026, 10, 20, 14));
const danish = "4520123456";
const callId = `d_${danish}_1`;
const named = "Call back +49 30 901820173";
const arabic = "Ann \u0660\u0663\u0660 \u0669\u0660\u0661\u0668\u0662\u0660\u0661\u0667\u0663";

let fixture: Awaited<ReturnType<typeof freshGateway>>;

let people = 0;

/** Somebody whose guesses nobody has counted yet. */
async function newcomer(role: "support" | "viewer" = "support") {
  people += 1;
  const { cookie } = await fixture.join({ name: `Sam ${people}`, email: `sam${people}@fernhill.example`, role });
  const headers = { cookie, "content-type": "application/json" };
  return {
    get: (path: string) => fixture.read(undefined, `/api/console/${path}`, { headers: { cookie } }),
    post: (path: string, body: unknown) =>
      fixture.ask(undefined, "POST", `/api/console/${path}`, { headers, body: JSON.stringify(body) }),
  };
}

type Client = Awaited<ReturnType<typeof newcomer>>;

async function exportOf({ post, get }: Client, path: string, text: string) {
  const answer = await post("sealed-searches", { text });
  if (answer.status !== 200) return answer;
  const { text: sealed } = answer.json;
  return get(`${path}?text=${encodeURIComponent(sealed)}`);
}

beforeAll(async () => {
  fixture = await freshGateway({
    collect: { accountId: "account", read: () => Promise.reject(new Error("not asked")) },
  });
  const { db } = fixture.database;
  for (const [ref, contact, contactName] of [
    [callId, danish, "Bo"],
    ["c_named", null, arabic],
  ] as const)
    await db.insert(foundCallTable).values({
      ...{ accountId: "account", ref, at, isOver: true, events: 1, contact, contactName, campaignRef: "camp_1" },
      ...{ firstEventAt: at, lastEventAt: at },
    });
  await db.insert(savedTable).values({ accountId: "account", resource: "campaigns", ref: "camp_1", name: named });
  const headers = { "content-type": "application/json" };
  await fixture.ask("admin", "POST", "/api/console/masking", { headers, body: JSON.stringify({ is_on: true }) });
});

const wholeNumbers: readonly [string, (client: Client, guess: number) => Promise<{ status: number }>][] = [
  ["the log's list", ({ post }, guess) => post("deliveries", { text: `+141555521${guess}` })],
  ["the log's counts", ({ post }, guess) => post("delivery-summary", { text: `+141555522${guess}` })],
  [
    "the records that hold one",
    ({ post }, guess) => post("related", { value: `+141555523${guess}`, among: "campaigns" }),
  ],
  ["campaigns with blocked people", ({ post }, guess) => post("do-not-call/waiting", { number: `+141555524${guess}` })],
  ["a file", (client, guess) => exportOf(client, "found-calls-export", `+141555525${guess}`)],
  ["eight digits without a country code", ({ post }, guess) => post("found-calls", { text: `201234${guess}` })],
  [
    "a number of a chosen country",
    ({ post }, guess) => post("do-not-call/list", { number: `20 12 37 ${guess}`, country: "DK" }),
  ],
  ["a labelled number", ({ post }, guess) => post("found-calls", { text: `Tlf. 20 12 35 ${guess} (hjemme)` })],
  ["a whole ID", ({ get }, guess) => get(`found-calls/d_45201236${guess}_1`)],
  ["an ID with a national number", ({ post }, guess) => post("found-calls", { text: `0309018${guess}73-x` })],
];

test("counts two guesses of every kind together, and refuses the 21st of an hour in each", async () => {
  const client = await newcomer();
  for (const [where, guess] of wholeNumbers)
    for (const nth of [10, 11]) expect((await guess(client, nth)).status, where).not.toBe(429);
  for (const [where, guess] of wholeNumbers) expect((await guess(client, 30)).status, where).toBe(429);
});

test("answers no more than 20 of many guesses that are sent at once", async () => {
  const { post } = await newcomer();
  const guesses = Array.from({ length: 60 }, (_, nth) => post("do-not-call/list", { number: `+14155552${100 + nth}` }));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
});

test("counts no empty list about a record whose ID holds a number, and no number twice", async () => {
  const { get, post } = await newcomer();
  const { call_id } = (await post("found-calls", { text: "3456" })).json.data[0];
  expect(call_id).toMatch(/^d_452•••3456_1~/);
  for (let nth = 0; nth < 25; nth += 1) {
    expect((await get(`notes?resource=calls&ref=${encodeURIComponent(call_id)}`)).status).toBe(200);
    expect((await post("found-calls", { text: "+14155559999" })).status).toBe(200);
  }
});

test("leads nobody through the digits of another script to a number in a name", async () => {
  const { post } = await newcomer("viewer");
  for (const text of ["\u0660\u0663\u0660", "\u0669\u0660", "\u0660\u0663\u0660 \u0669"])
    expect((await post("found-calls", { text })).json.data, text).toEqual([]);
  expect((await post("found-calls", { text: arabic })).json.data).toHaveLength(1);
});

test("hides a number in the name of a file", async () => {
  const { get } = await newcomer();
  const { headers, status } = await get("campaign-results/camp_1/csv?zone=UTC");
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toContain("Call-back-4930-0173");
  expect(headers.get("content-disposition")).not.toContain("901820");
});
