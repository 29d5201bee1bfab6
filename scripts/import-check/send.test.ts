import { beforeAll, beforeEach, expect, test } from "vitest";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { listImports } from "@/lib/contract/console/imports";
import type { addToken } from "@/lib/contract/console/people/tokens";
import type { InputOf } from "@/lib/contract/inputs";
import { personWith } from "@/lib/testing/console";
import { csvOf, freshImportCheck } from "@/lib/testing/contacts/fresh-import-check";
import type { Reply } from "@/lib/testing/fault-replies";
import { freshGateway } from "@/lib/testing/fresh-gateway";

const { check, writeInput } = await freshImportCheck();
let fixture: Awaited<ReturnType<typeof freshGateway>>;
let token: string;

const list = csvOf("phone_number,name", "+447911012345,Ann", "+4915112345678,Elf", "+447911012346,Bob");

beforeAll(async () => {
  fixture = await freshGateway();
  token = await makeToken({});
  await fixture.run(
    addDoNotCall,
    { numbers: ["+447911012346"], reason: "asked", source: "by phone", dated: null, until: null },
    personWith("admin"),
  );
});
beforeEach(() => {
  fixture.platform.seen.length = 0;
  fixture.platform.suffer(undefined);
  fixture.platform.answer(takes(2));
});

async function makeToken(changes: Partial<InputOf<typeof addToken>>) {
  const input = { name: "import", role: "campaign_manager", scope: "send", days: 1, ...changes };
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(input);
  return (await fixture.ask("admin", "POST", "/api/console/tokens", { headers, body })).json.token as string;
}

/** Answers uploads with this count, and reads with a campaign's name. */
const takes =
  (accepted: number): Reply =>
  (request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const campaign = { id: "c", name: "Winter tariff", status: "draft" };
    response.end(JSON.stringify({ success: true, data: request.method === "GET" ? campaign : { accepted } }));
  };

/** Each test uses a campaign of its own, because the console compares a list with earlier ones. */
const send = (campaign: string, file: string, ...more: string[]) =>
  check([file, "--send", campaign, "--url", fixture.origin, ...more], { SWITCHBOARD_TOKEN: token });

const uploads = () => fixture.platform.seen.filter(({ method }) => method === "POST");

test("compares a list with the server, uploads the rest and prints what was taken", async () => {
  const { code, out, err } = await send("c-whole", await writeInput("list.csv", list), "--yes");
  expect(err).toBe("");
  expect(out).toContain("1 on the do-not-call list");
  expect(out).toContain("2 contacts are in Winter tariff.");
  expect(code).toBe(1);
  expect(uploads()).toHaveLength(1);
  const { data } = (await fixture.run(listImports, { campaign_id: "c-whole" }, personWith("admin"))) as {
    data: { outcome: string; accepted: number; rows: number; by: string }[];
  };
  expect(data).toMatchObject([{ outcome: "ok", accepted: 2, rows: 2, by: "Token import of admin" }]);
});

test("exits with 0 when every row of the list was taken", async () => {
  const file = await writeInput("fresh.csv", csvOf("phone_number,name", "+447911012301,Ann", "+447911012302,Cy"));
  expect(await send("c-fresh", file, "--yes")).toMatchObject({ code: 0 });
});

test("leaves out people who were sent before when the list is sent again", async () => {
  const file = await writeInput("again.csv", csvOf("phone_number,name", "+447911012303,Ann"));
  fixture.platform.answer(takes(1));
  expect(await send("c-again", file, "--yes")).toMatchObject({ code: 0 });
  const { code, out } = await send("c-again", file, "--yes");
  expect(out).toContain("1 sent to this campaign before");
  expect(out).toContain("Nobody in this list is new. Nothing was uploaded.");
  expect([code, uploads().length]).toEqual([1, 1]);
});

test("uploads nothing when nobody can be asked and --yes is missing", async () => {
  const { code, err } = await send(
    "c-asked",
    await writeInput("asked.csv", csvOf("phone_number,name", "+447911012305,Ann")),
  );
  expect([code, err.trim()]).toEqual([2, "Nothing was uploaded. Pass --yes to upload without asking."]);
  expect(uploads()).toEqual([]);
});

test.each([
  ["a revoked or invented token", `swb_${"x".repeat(43)}`, "This token is not valid."],
  ["a token that only reads", undefined, "This token only reads."],
])("says why and exits with 2 when it has %s", async (_what, invented, sentence) => {
  const other = invented ?? (await makeToken({ scope: "read" }));
  const args = [await writeInput("refused.csv", list), "--send", "c-r", "--url", fixture.origin, "--yes"];
  const { code, err } = await check(args, { SWITCHBOARD_TOKEN: other });
  expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
  expect(err).not.toContain(other);
});

test("exits with 2 when the platform refuses the list, and records it", async () => {
  fixture.platform.answer((request, response) => {
    if (request.method === "GET") return takes(0)(request, response);
    request.resume();
    response.writeHead(422, { "content-type": "application/json" });
    response.end('{"success":false,"message":"The list is not wanted"}');
  });
  const file = await writeInput("unwanted.csv", csvOf("phone_number,name", "+447911012304,Ann"));
  const { code, err } = await send("c-unwanted", file, "--yes");
  expect([code, err]).toEqual([2, expect.stringContaining("The list is not wanted")]);
  const { data } = (await fixture.run(listImports, { campaign_id: "c-unwanted" }, personWith("admin"))) as {
    data: { outcome: string }[];
  };
  expect(data).toMatchObject([{ outcome: "refused" }]);
});

test.each([
  [["--send", "c", "--yes"], { SWITCHBOARD_TOKEN: "swb_x" }, "--send needs --url"],
  [["--send", "c", "--url", "http://switchboard.example"], { SWITCHBOARD_TOKEN: "swb_x" }, "begins with https://"],
  [["--send", "c", "--url", "https://switchboard.example"], { SWITCHBOARD_TOKEN: "" }, "SWITCHBOARD_TOKEN"],
])("refuses %j as misused", async (args, env, sentence) => {
  const { code, err } = await check([await writeInput("misused.csv", list), ...args], env);
  expect([code, err]).toEqual([64, expect.stringContaining(sentence)]);
});
