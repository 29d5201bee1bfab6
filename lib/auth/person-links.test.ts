import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listAudit } from "@/lib/contract/console/audit";
import { changeRole, changeState, listTeam, makePersonLink, removeMember } from "@/lib/contract/console/people/team";
import { freshLinks, ines } from "@/lib/testing/auth";
import { cookieOf, mara, password, tokenIn } from "@/lib/testing/console";

const { one, other, logged, visitor, ask, invite, open, choose } = await freshLinks();
const { console, database, origin, post, signIn, join } = one;

const stateOf = async (email: string) => (await ask(listTeam, {})).data.find((member) => member.email === email)?.state;
const age = (hours: number) =>
  database.db.execute(
    sql`update console.person_link set expires_at = expires_at - make_interval(hours => ${hours}::int)`,
  );

const isVoid = {
  status: 403,
  jar: [],
  json: {
    detail:
      "This link no longer works. It was already used, is incomplete, has expired or was replaced by a newer one.",
  },
};

test("creates a link with the configured origin and 256 bits that is stored nowhere", async () => {
  const { link, expires_at } = await invite();
  expect(link).toMatch(new RegExp(`^${origin}/set-password#[\\w-]{43}$`));
  expect(new Date(expires_at).getTime() - Date.now()).toBeLessThanOrEqual(72 * 60 * 60 * 1000);
  await open(link);
  await choose(link, { password: "short" });
  await choose(link);
  await choose(link);
  const { rows: tables } = await database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'console'",
  );
  for (const { name } of tables) {
    const { rows } = await database.pool.query(`select * from console."${name}"`);
    expect(JSON.stringify(rows)).not.toContain(tokenIn(link));
  }
  expect(logged.join()).not.toContain(tokenIn(link));
});

test("signs an invited person in with the admin's choice of role when they choose a password", async () => {
  const { link, member } = await invite();
  expect(member.state).toBe("invited");
  expect((await open(link)).json).toMatchObject({ ...ines, is_new: true });
  const { status, jar } = await choose(link, { role: "admin", email: mara.email, user_id: "x" });
  expect(status).toBe(200);
  expect(await console.personOf(cookieOf(jar))).toMatchObject(ines);
  expect(await stateOf(ines.email)).toBe("active");
  expect((await signIn(ines.email, "moss kettle under stairs")).status).toBe(200);
  const { data } = await ask(listAudit, { action: "invitation.accept", limit: 1 });
  expect(data).toMatchObject([
    { actor_email: ines.email, role: "support", outcome: "ok", address: `203.0.113.${visitor.nth}` },
  ]);
});

test("marks the browser as known when a password is chosen by link", async () => {
  const { link } = await invite();
  const { jar } = await choose(link);
  expect(jar.map((line) => line.split("=")[0])).toEqual([
    expect.stringMatching(/^switchboard-\d+\.session$/),
    expect.stringMatching(/^switchboard-\d+\.browser$/),
  ]);
});

test("gives an invited person their new role when it was changed before they joined", async () => {
  const { link, member } = await invite();
  await ask(changeRole, { user_id: member.id, role: "campaign_manager" });
  expect(await console.personOf(cookieOf((await choose(link)).jar))).toMatchObject({ role: "campaign_manager" });
});

test("asks an invited person for a name only when they have none", async () => {
  const { link } = await invite({ name: undefined });
  expect((await choose(link)).json).toMatchObject({ status: 400, detail: "Enter a name." });
  expect(await console.personOf(cookieOf((await choose(link, { name: " Ines V. " })).jar))).toMatchObject({
    name: "Ines V.",
  });
  const { link: next } = await invite({ email: "jon@fernhill.example", name: "Jon" });
  expect(await console.personOf(cookieOf((await choose(next, { name: "Mara" })).jar))).toMatchObject({ name: "Jon" });
});

test("refuses sign-in before a password was chosen, or with one that an earlier version made", async () => {
  await invite();
  for (const given of ["", "x", password]) expect((await signIn(ines.email, given)).status).toBe(401);
  const { email } = await join({ ...ines, email: "old@fernhill.example" });
  await database.db.execute(sql`update console."user" set must_change_password = true where email = ${email}`);
  expect((await signIn(email)).status).toBe(401);
});

test.each([
  ["too short", /at least 12/],
  ["Password12345", /too common/],
  ["Ines-Vidal-12", /too close to the name/],
])("gives the reason and keeps the link valid when the password is refused: %s", async (given, sentence) => {
  const { link } = await invite();
  expect((await choose(link, { password: given })).json).toMatchObject({
    status: 400,
    detail: expect.stringMatching(sentence),
  });
  expect((await choose(link)).status).toBe(200);
});

const voids: [string, (link: string, id: string) => Promise<unknown>][] = [
  ["was used", (link) => choose(link)],
  ["is 72 hours old", () => age(72)],
  ["was renewed", (_link, user_id) => ask(makePersonLink, { user_id })],
  ["is a disabled person's", (_link, user_id) => ask(changeState, { user_id, state: "disabled" })],
  [
    "was made before its person was disabled and enabled again",
    async (_link, user_id) => {
      await ask(changeState, { user_id, state: "disabled" });
      await ask(changeState, { user_id, state: "active" });
    },
  ],
  ["is a removed person's", (_link, user_id) => ask(removeMember, { user_id })],
];

test.each(voids)("refuses a link that %s", async (_name, make) => {
  const { link, member } = await invite();
  await make(link, member.id);
  expect(await open(link)).toMatchObject(isVoid);
  expect(await choose(link)).toMatchObject(isVoid);
});

test("refuses a missing or unknown token", async () => {
  await invite();
  const { rows } = await database.pool.query("select token_hash as hash from console.person_link");
  for (const token of ["", "A".repeat(43), rows[0].hash])
    expect(await post("/api/auth/link", { token })).toMatchObject(isVoid);
  expect((await post("/api/auth/link", {})).status).toBe(400);
});

test("refuses an invitation after 73 hours until an admin renews it", async () => {
  const { link, member } = await invite();
  await age(71);
  expect((await open(link)).status).toBe(200);
  await age(2);
  expect((await open(link)).status).toBe(403);
  expect((await ask(listTeam, {})).data.find(({ id }) => id === member.id)).toMatchObject({ link_until: null });
  const renewed = await ask(makePersonLink, { user_id: member.id });
  expect(renewed.message).toBe("Ines Vidal (ines@fernhill.example) has a new invitation link.");
  expect((await choose(renewed.link)).status).toBe(200);
});

test("accepts one password when several requests use a link at once in two processes", async () => {
  for (let round = 0; round < 3; round += 1) {
    const { link } = await invite({ email: `round${round}@fernhill.example` });
    const words = ["moss", "wren", "slate", "ember"];
    const answers = await Promise.all(
      words.map(async (word, index) => {
        const chosen = `${word} kettle under stairs`;
        return { chosen, status: (await choose(link, { password: chosen }, index % 2 ? other : one)).status };
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    for (const { chosen, status } of answers) {
      one.from(`203.0.${114 + round}.${chosen.length}`);
      expect((await signIn(`round${round}@fernhill.example`, chosen)).status).toBe(status === 200 ? 200 : 401);
    }
  }
});

test("keeps one link valid when several are created at once", async () => {
  const { member } = await invite();
  const links = await Promise.all(Array.from({ length: 4 }, () => ask(makePersonLink, { user_id: member.id })));
  const statuses = await Promise.all(links.map(async ({ link }) => (await open(link)).status));
  expect(statuses.sort()).toEqual([200, 403, 403, 403]);
});

test("ends all sessions and the old password when a reset link is used", async () => {
  const jon = await join({ ...ines, email: "jon@fernhill.example" });
  const made = await ask(makePersonLink, { user_id: jon.id });
  expect(made.message).toBe("Ines Vidal (jon@fernhill.example) has a reset link.");
  expect(await console.personOf(jon.cookie)).toBeDefined();
  expect((await signIn(jon.email)).status).toBe(200);
  expect((await open(made.link)).json).toMatchObject({ is_new: false, email: jon.email });
  const { jar } = await choose(made.link);
  expect(await console.personOf(jon.cookie)).toBeUndefined();
  expect(await console.personOf(cookieOf(jar))).toMatchObject({ email: jon.email });
  expect((await signIn(jon.email)).status).toBe(401);
  const { data } = await ask(listAudit, { action: "password.reset", limit: 1 });
  expect(data).toMatchObject([{ actor_email: jon.email, outcome: "ok" }]);
});

test("unlocks a person by a reset, and refuses links for disabled people", async () => {
  const jon = await join({ ...ines, email: "jon@fernhill.example" });
  for (let n = 0; n < 5; n += 1) await signIn(jon.email, `wrong password ${n}`);
  expect(await stateOf(jon.email)).toBe("locked");
  const { link } = await ask(makePersonLink, { user_id: jon.id });
  expect((await choose(link)).status).toBe(200);
  expect(await stateOf(jon.email)).toBe("active");
  await ask(changeState, { user_id: jon.id, state: "disabled" });
  await expect(ask(makePersonLink, { user_id: jon.id })).rejects.toMatchObject({
    code: "not_possible",
    message: "Ines Vidal is disabled. Enable this person first.",
  });
});

test("limits attempts on links to ten per minute and address", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await post("/api/auth/link", { token: "x" })).status);
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
});

test.each<Record<string, string>>([{ origin: "https://evil.example" }, { "x-switchboard": "no" }])(
  "refuses the use of a link from another site: %j",
  async (headers) => {
    const { link } = await invite();
    const answer = await post("/api/auth/link/password", { token: tokenIn(link), password }, { headers });
    expect(answer.json.type).toBe("urn:switchboard:problem:cross_origin");
    expect((await choose(link)).status).toBe(200);
  },
);
