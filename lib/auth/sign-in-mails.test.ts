import { expect, test } from "vitest";
import { listAudit } from "@/lib/contract/console/audit";
import { freshLinks, ines } from "@/lib/testing/auth";
import { codeOf } from "@/lib/testing/authenticator";
import { cookieOf, password } from "@/lib/testing/console";
import { setUpFactor } from "@/lib/testing/second-factor";

const { one, mails, mailer, ask } = await freshLinks();
const { console, database, join, post, signIn } = one;

const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const enter = (cookie = "") => signIn(ines.email, password, { cookie, headers: { "user-agent": agent } });
/** Without invitations. */
const sent = () => mails.filter(({ subject }) => subject === "New sign-in to Switchboard");
const linkIn = (text = "") => new URL(/http\S+#\S+/.exec(text)?.[0] ?? "").hash.slice(1);

test("mails a sign-in from an unknown browser, and neither the first one ever nor a known browser", async () => {
  await join(ines);
  expect(sent()).toEqual([]);
  const { jar } = await enter();
  await expect.poll(sent).toHaveLength(1);
  expect(sent()[0]?.to).toBe(ines.email);
  expect(sent()[0]?.text).toMatch(
    /^Ines Vidal, you signed in .*\n\nFirefox 128 on Linux, IP address 203\.0\.113\.\d+, /,
  );
  await enter(cookieOf(jar));
  const { rows } = await database.pool.query("select * from console.sign_in_mail");
  expect([rows, sent().length]).toEqual([[], 1]);
});

test("knows a browser for each person who uses it in turn", async () => {
  const jon = await join({ ...ines, email: "jon@fernhill.example" });
  await join(ines);
  const first = await enter();
  const second = await signIn(jon.email, password, { cookie: cookieOf(first.jar) });
  await expect.poll(sent).toHaveLength(2);
  await enter(cookieOf(second.jar));
  const { rows } = await database.pool.query("select * from console.sign_in_mail");
  expect([rows, sent().length]).toEqual([[], 2]);
});

test("signs in while the mail server is down, and mails later", async () => {
  await join(ines);
  mailer.fails = true;
  const { status, jar } = await enter();
  expect(status).toBe(200);
  expect(await console.personOf(cookieOf(jar))).toMatchObject({ email: ines.email });
  const waiting = async () => (await database.pool.query("select attempts from console.sign_in_mail")).rows;
  await expect.poll(waiting).toEqual([{ attempts: 1 }]);
  mailer.fails = false;
  await database.pool.query("update console.sign_in_mail set next_attempt_at = now()");
  await enter();
  await expect.poll(sent).toHaveLength(2);
  await expect.poll(waiting).toEqual([]);
});

test("mails after the second step, not before it", async () => {
  const { cookie } = await join(ines);
  const { secret } = await setUpFactor(one, cookie);
  const { jar } = await enter();
  const waiting = await database.pool.query("select * from console.sign_in_mail");
  expect([waiting.rows, sent()]).toEqual([[], []]);
  const code = codeOf(secret);
  expect((await post("/api/auth/sign-in/code", { code }, { cookie: cookieOf(jar) })).status).toBe(200);
  await expect.poll(sent).toHaveLength(1);
});

test("ends the mailed session once, by a complete link", async () => {
  await join(ines);
  const cookie = cookieOf((await enter()).jar);
  await expect.poll(sent).toHaveLength(1);
  const token = linkIn(sent()[0]?.text);
  expect(await console.personOf(cookie)).toBeDefined();
  expect((await post("/api/auth/mailed-session/end", { token: `${token}x` })).status).toBe(403);
  expect((await post("/api/auth/mailed-session/end", { token })).status).toBe(200);
  expect(await console.personOf(cookie)).toBeUndefined();
  expect((await post("/api/auth/mailed-session/end", { token })).status).toBe(200);
  const { data } = await ask(listAudit, { action: "session.end_by_mail" });
  expect(data.map(({ actor_name, words }) => `${actor_name} ${words.join("")}`)).toEqual([
    "Ines Vidal signed out a browser by the link of a mail",
  ]);
});
