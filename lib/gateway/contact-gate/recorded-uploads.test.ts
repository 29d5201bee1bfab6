import { beforeEach, expect, test } from "vitest";
import type { compareNumbers, openList } from "@/lib/contract/console/contact-lists";
import { addDoNotCall, listWaiting } from "@/lib/contract/console/do-not-call";
import { type beginImport, listImports } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { askedByPhone, personWith } from "@/lib/testing/console";
import { contactForm } from "@/lib/testing/contact-form";
import { json } from "@/lib/testing/fault-replies";
import { freshGateway, healthy } from "@/lib/testing/fresh-gateway";
import { compareList, importEntry, numbersFrom } from "@/lib/testing/sent-list";

const { ask, database, platform, run } = await freshGateway();
const own = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  run(op, input, personWith("admin")) as Promise<OutputOf<Op>>;

let next = 0;
beforeEach(async () => {
  await platform.reset();
  platform.answer(healthy);
  next += 1;
});

const csvOf = (numbers: readonly string[]) =>
  `phone_number,name\r\n${numbers.map((number) => `${number},Ann\r\n`).join("")}`;

async function tokenOf(role: "admin" | "campaign_manager") {
  const body = JSON.stringify({ name: `nightly ${next}`, role, scope: "send", days: 1 });
  const headers = { "content-type": "application/json" };
  return (await ask("admin", "POST", "/api/console/tokens", { headers, body })).json.token as string;
}

const upload = async (campaign: string, numbers: readonly string[], headers: Record<string, string> = {}) =>
  ask(undefined, "POST", `/api/v1/campaigns/${campaign}/contacts/upload`, {
    ...contactForm(csvOf(numbers), { authorization: `Bearer ${await tokenOf("campaign_manager")}`, ...headers }),
  });

const block = (numbers: string[]) => own(addDoNotCall, { numbers, ...askedByPhone });
const keptNumbers = async () => (await database.pool.query("select from console.list_number")).rowCount;
const journal = async (campaign_id: string) => (await own(listImports, { campaign_id })).data;

test("says where a blocked person waits when a program sent the list with a token", async () => {
  const campaign = `c-token-${next}`;
  const numbers = numbersFrom(next * 100, 3);
  platform.answer(json(200, { success: true, data: { accepted: 3 } }));
  expect((await upload(campaign, numbers)).status).toBe(200);
  expect(await journal(campaign)).toMatchObject([
    { file_name: "list.csv", rows: 3, outcome: "ok", status: 200, accepted: 3, by: expect.stringContaining("nightly") },
  ]);
  expect((await block(numbers.slice(1, 2))).waiting).toMatchObject({
    people: 1,
    campaigns: [{ campaign_id: campaign, people: 1 }],
  });
  const start = await ask("admin", "POST", `/api/v1/campaigns/${campaign}/start`, {
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(start.json.detail).toContain("1 waiting person is on the do-not-call list");
});

test("finds the people of a program's list in a later list, by row", async () => {
  const campaign = `c-later-${next}`;
  const numbers = numbersFrom(next * 100, 2);
  await upload(campaign, numbers);
  const { sent } = await compareList(own, campaign, numbers);
  expect(sent).toMatchObject([{ as: "sent_here", positions: [0, 1] }]);
});

test("keeps nobody of a list that was refused here or by the platform", async () => {
  const campaign = `c-refused-${next}`;
  const numbers = numbersFrom(next * 100, 2);
  const before = await keptNumbers();
  platform.answer(json(400, { success: false, message: "No such campaign" }));
  expect((await upload(campaign, numbers)).status).toBe(400);
  expect(await journal(campaign)).toMatchObject([{ outcome: "refused", accepted: null }]);
  await block(numbers.slice(0, 1));
  expect((await upload(campaign, numbers)).status).toBe(409);
  expect(await journal(campaign)).toHaveLength(1);
  expect((await own(listWaiting, { campaign_id: campaign })).people).toBe(0);
  expect(await keptNumbers()).toBe(before);
});

test("keeps people as perhaps sent when no answer came", async () => {
  const campaign = `c-unknown-${next}`;
  const numbers = numbersFrom(next * 100, 1);
  platform.answer((_request, response) => response.destroy());
  expect((await upload(campaign, numbers)).json.outcome).toBe("unknown");
  expect(await journal(campaign)).toMatchObject([{ outcome: "unknown" }]);
  expect((await block(numbers)).waiting.people).toBe(1);
});

test("keeps nobody of a check", async () => {
  const campaign = `c-check-${next}`;
  const path = `/api/v1/campaigns/${campaign}/contacts/validate-csv`;
  expect((await ask("admin", "POST", path, contactForm(csvOf(numbersFrom(next * 100, 1))))).status).toBe(200);
  expect(await journal(campaign)).toEqual([]);
});

test("keeps people once when their sender compared and noted them, and believes no other sender", async () => {
  const campaign = `c-page-${next}`;
  const numbers = numbersFrom(next * 100, 1);
  const headers = { "content-type": "application/json" };
  const token = await tokenOf("campaign_manager");
  const post = async (path: string, input: object) =>
    ask(undefined, "POST", `/api/console/${path}`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify(input),
    });
  const { list_id } = (await post("lists", { campaign_id: campaign } satisfies InputOf<typeof openList>)).json;
  await post(`lists/${list_id}/numbers`, { numbers, rows: [2] } satisfies Omit<
    InputOf<typeof compareNumbers>,
    "list_id"
  >);
  const entry = importEntry(campaign, list_id, 1) satisfies InputOf<typeof beginImport>;
  const import_id = (await post("imports", entry)).json.data.id;
  await upload(campaign, numbers, { "x-import-id": import_id });
  expect(await journal(campaign)).toHaveLength(1);
  await upload(`${campaign}-other`, numbersFrom(next * 100 + 1, 1), { "x-import-id": import_id });
  expect(await journal(`${campaign}-other`)).toHaveLength(1);
});
