import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import {
  getAlertSettings,
  removeAlertRecipient,
  setAlertRule,
  testAlertRecipient,
} from "@/lib/contract/console/alert-settings";
import { userTable } from "@/lib/db/console/tables/people";
import { freshAlerts } from "@/lib/testing/alerts";

const { add, arrived, ask, db, notifierWith, pool, raise, receiverUrl, sendDue, sent } = await freshAlerts();

test("sends a POST with a valid Standard Webhooks signature, and one in Slack's format", async () => {
  const { secret } = await add("post", `${receiverUrl}/switchboard`);
  await add("slack", `${receiverUrl}/services/T0/secret`);
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raise("deliveries_failing", "29 deliveries");
  await sendDue();
  const [signed, slack] = ["/switchboard", "/services/T0/secret"].map((path) =>
    arrived.posts.find((post) => post.path === path),
  );
  const headers = signed?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(signed?.body ?? "", headers)).toMatchObject({
    type: "alerts.opened",
    data: { alerts: [{ rule: "deliveries_failing", kind: "Deliveries fail", title: "29 deliveries is <not> well." }] },
  });
  expect(() => new Webhook(secret).verify(`${signed?.body} `, headers)).toThrow();
  expect(JSON.parse(slack?.body ?? "")).toEqual({
    text: expect.stringMatching(
      /^\*api\.example\.com: 29 deliveries is &lt;not&gt; well\*\nDeliveries fail: 29 deliveries is &lt;not&gt; well\. Because &amp; so\. Since .* UTC\. <https:\/\/switchboard\.fernhill\.example\/webhooks\?webhook=w1\|Open in Switchboard>$/,
    ),
  });
  const { rows } = await pool.query("select * from console.alert_recipient");
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(JSON.stringify(rows)).not.toContain("T0/secret");
  expect((await sent()).map(({ to }) => to)).toContain(new URL(receiverUrl).host);
});

test("reports whether a test arrived, and sends nothing when the recipient was removed", async () => {
  const { data } = await add("post", `${receiverUrl}/switchboard`);
  expect(await ask(testAlertRecipient, { recipient_id: data.id })).toMatchObject({ arrived: true });
  expect(JSON.parse(arrived.posts[0]?.body ?? "")).toMatchObject({ type: "alerts.test" });
  expect(await ask(testAlertRecipient, { recipient_id: "mail" })).toMatchObject({ arrived: true });
  expect(arrived.mails).toMatchObject([
    { to: "admin@fernhill.example", text: expect.stringContaining("Subject: Test, api.example.com: Test alert") },
  ]);
  arrived.answerWith = () => 503;
  const failed = await ask(testAlertRecipient, { recipient_id: data.id });
  expect(failed).toMatchObject({ arrived: false, message: "The test did not arrive: answered 503." });
  expect(await ask(getAlertSettings)).toMatchObject({
    mail: { from: "switchboard@fernhill.example", people: 3, last: { is_test: true, problem: null } },
    recipients: [{ kind: "post", last: { problem: "answered 503" } }],
  });
  await ask(removeAlertRecipient, { recipient_id: data.id });
  await db.delete(userTable);
  await raise("deliveries_failing", "1 delivery");
  expect((await sent()).filter(({ tested_by }) => tested_by === null)).toEqual([]);
});

test("gives the reason in words when a message was not delivered", async () => {
  const problemOf = async (url: string) =>
    (await notifierWith().deliver({ kind: "slack", url }, { id: "m", items: [] })).problem;
  expect(await problemOf("http://nobody.invalid/")).toBe("its host was not found");
  expect(await problemOf("http://127.0.0.1:1/")).toBe("nothing is listening at its address");
});

test("refuses private addresses unless they are allowed, and addresses of other protocols", async () => {
  const guarded = notifierWith({ mayConnect: () => false });
  const notification = { id: "m", items: [] };
  expect(await guarded.deliver({ kind: "slack", url: receiverUrl }, notification)).toEqual({
    problem: "the address is not on the public internet",
  });
  expect(arrived.posts).toEqual([]);
  for (const address of [receiverUrl, "http://localhost:9/hook", "http://[::1]/"])
    await expect(guarded.sealedFor({ id: "r", kind: "post", address })).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringContaining("SWITCHBOARD_ALLOW_PRIVATE_HOSTS=1"),
    });
  await expect(add("post", "gopher://x.example")).rejects.toMatchObject({ code: "bad_input" });
  await expect(add("email", "nobody")).rejects.toMatchObject({ code: "bad_input" });
  await expect(ask(setAlertRule, { rule: "call_long", limit: "9" })).rejects.toMatchObject({ code: "bad_input" });
  expect(ruleKinds.call_long.limits.map(({ value }) => value)).not.toContain("9");
});
