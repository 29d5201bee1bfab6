import { expect, test } from "vitest";
import { listAudit } from "@/lib/contract/console/audit";
import { addMember, changeState, makePersonLink } from "@/lib/contract/console/people/team";
import { freshLinks, ines } from "@/lib/testing/auth";
import { mara, personWith } from "@/lib/testing/console";

const { one, other, logged, mails, mailer, visitor, ask, invite, open, choose } = await freshLinks();
const { database, join } = one;

test("mails invitation and reset links, and returns them when mail fails or is off", async () => {
  const { link, mailed, member } = await invite();
  expect(mailed).toBe(true);
  expect(mails).toMatchObject([{ to: ines.email, subject: "Your invitation to Switchboard" }]);
  expect(mails[0]?.text).toContain(`\n\n${link}\n\n`);
  expect(mails[0]?.text).toContain("admin invited you");
  mailer.fails = true;
  const again = await ask(makePersonLink, { user_id: member.id });
  expect(again.mailed).toBe(false);
  expect((await choose(again.link)).status).toBe(200);
  const without = (await other.run(makePersonLink, { user_id: member.id }, personWith("admin"))) as typeof again;
  expect(without.mailed).toBeNull();
});

test("says in the mail and on the page which admin made a reset link", async () => {
  const jon = await join({ ...ines, email: "reset@fernhill.example" });
  mails.length = 0;
  const { link } = await ask(makePersonLink, { user_id: jon.id });
  expect(mails[0]?.text).toContain("admin made a link for you to choose a new Switchboard password.");
  expect(mails[0]?.text).not.toContain("probably you");
  expect((await open(link)).json).toMatchObject({ is_new: false, made_by: "admin" });
});

test("writes a name with line breaks into a mail as one line", async () => {
  mails.length = 0;
  const by = { ...personWith("admin"), name: "Mara\r\n\r\nYour account is closed.\nhttps://evil.example" };
  await one.run(addMember, { email: "line@fernhill.example", role: "support" }, by);
  expect(mails[0]?.text).toContain("Mara Your account is closed. https://evil.example invited you");
});

const forgotten = (email: string, by = one) => by.post("/api/auth/forgotten", { email });

test("mails a reset link only to active people, with one answer for everybody", async () => {
  const jon = await join({ ...ines, email: "jon@fernhill.example" });
  await ask(changeState, { user_id: (await invite({ email: "off@fernhill.example" })).member.id, state: "disabled" });
  mails.length = 0;
  const answers = [];
  for (const email of ["JON@fernhill.example", "nobody@fernhill.example", "off@fernhill.example"])
    answers.push(await forgotten(email));
  for (const { status, json, jar } of answers)
    expect({ status, json, jar }).toEqual({
      status: 200,
      json: { message: "If someone on the team has this address, they will receive a link by email." },
      jar: [],
    });
  await expect.poll(() => mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: jon.email, subject: "Choose a new Switchboard password" });
  const link = /http\S+/.exec(mails[0]?.text ?? "")?.[0] ?? "";
  expect(mails[0]?.text).toContain("for 2 hours.");
  const { expires_at } = (await open(link)).json as { expires_at: string };
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(2 * 3_600_000);
  expect((await choose(link)).status).toBe(200);
  const { data } = await ask(listAudit, { action: "password.forgotten" });
  const sentences = data.map(({ actor_name, words, record }) => `${actor_name} ${words.join(record?.name ?? "?")}`);
  expect(sentences).toEqual([`Somebody not signed in asked for a reset link for ${jon.name} by mail`]);
  expect(data[0]).toMatchObject({ actor_id: null, actor_email: "", role: "", target: jon.id, outcome: "ok" });
});

test("keeps an admin's link valid when a reset is requested, until one of them is used", async () => {
  const { link } = await invite();
  mails.length = 0;
  for (const _time of [1, 2]) await forgotten(ines.email);
  await expect.poll(() => mails).toHaveLength(2);
  const [first = "", second = ""] = mails.map(({ text }) => /http\S+/.exec(text)?.[0]);
  expect((await open(first)).status).toBe(403);
  expect((await open(second)).status).toBe(200);
  expect((await choose(link)).status).toBe(200);
  expect((await open(second)).status).toBe(403);
});

test("limits reset requests to three per hour and address, from any IP address", async () => {
  await invite();
  mails.length = 0;
  for (const email of [ines.email, "nobody@fernhill.example"]) {
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      one.from(`203.0.115.${visitor.nth}${n}`);
      statuses.push((await forgotten(email)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
  await expect.poll(() => mails).toHaveLength(3);
});

test("creates and mails no link when it cannot be recorded", async () => {
  const jon = await join({ ...ines, email: "jon@fernhill.example" });
  mails.length = 0;
  logged.length = 0;
  await database.pool.query("alter table console.audit_event add constraint unwritable check (id < 0) not valid");
  expect((await forgotten(jon.email)).status).toBe(200);
  await expect.poll(() => logged.join()).toContain("a link was not mailed");
  await database.pool.query("alter table console.audit_event drop constraint unwritable");
  expect(mails).toEqual([]);
  expect((await database.pool.query("select * from console.person_link")).rows).toEqual([]);
});

test("refuses reset requests when mail is off", async () => {
  expect((await forgotten(mara.email, other)).status).toBe(404);
  expect([one.console.sendsMail, other.console.sendsMail]).toEqual([true, false]);
});
