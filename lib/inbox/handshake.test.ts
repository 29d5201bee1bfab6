import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { listOther, listReceived } from "@/lib/contract/console/inbox/received";
import { arrivalTable, bodyTable, eventTable, unknownRequestTable } from "@/lib/db/console/tables/inbox";
import { personWith } from "@/lib/testing/console";
import { freshInbox } from "@/lib/testing/inbox";

const { db, ask, post, readAll, url, origin, token } = await freshInbox();

beforeEach(async () => {
  for (const table of [arrivalTable, bodyTable, eventTable, unknownRequestTable]) await db.delete(table);
});

const kinds = async () => (await ask(listOther, {})).data.map(({ kind }) => kind);
const events = async () => (await ask(listReceived, {})).data;

test.each(["?fbclid=1", "?utm_source=chat", "?status=1", "?ref=mail&from=newsletter", ""])(
  "takes a look at the address for a check when its query is %s",
  async (query) => {
    expect((await fetch(url + query)).status).toBe(200);
    await readAll();
    expect([await events(), await kinds()]).toEqual([[], ["check"]]);
  },
);

test.each(["?call_id=c1&status=ringing", "?event=call.ended", "?status=completed&from=447700900417&to=12125550100"])(
  "takes a GET for an event when its query is %s",
  async (query) => {
    await fetch(url + query);
    await readAll();
    expect([(await events()).length, await kinds()]).toEqual([1, []]);
  },
);

test("permits a sender of CloudEvents its origin and its rate", async () => {
  const headers = { "WebHook-Request-Origin": "events.example.org", "WebHook-Request-Rate": "120" };
  const response = await fetch(url, { method: "OPTIONS", headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("webhook-allowed-origin")).toBe("events.example.org");
  expect(response.headers.get("webhook-allowed-rate")).toBe("120");
  const other = await fetch(url, { method: "OPTIONS", headers: { "WebHook-Request-Origin": "a.example" } });
  expect(other.headers.get("webhook-allowed-rate")).toBeNull();
  const plain = await fetch(`${url}?a=1`, { method: "OPTIONS" });
  expect([plain.status, plain.headers.get("webhook-allowed-origin")]).toEqual([200, null]);
  expect(await kinds()).toEqual(["check", "check", "check"]);
});

const validation = (code: string) => ({
  ...{ id: "2d1781af", topic: "/calls", eventType: "Microsoft.EventGrid.SubscriptionValidationEvent" },
  data: { validationCode: code, validationUrl: "https://example.com/v" },
});

test.each<[string, unknown]>([
  ["in a list", [validation("code-5f1c2e90")]],
  ["alone", validation("code-5f1c2e90")],
])("answers the validation of Event Grid %s with its code", async (_, body) => {
  const response = await post(JSON.stringify(body), { "content-type": "application/json" });
  expect(await response.json()).toEqual({ validationResponse: "code-5f1c2e90" });
  await readAll();
  expect([await events(), await kinds()]).toEqual([[], ["check"]]);
});

test("echoes a challenge inside a list, and keeps a list with events as events", async () => {
  expect(await (await post('[{"type":"url_verification","challenge":"xyz"}]')).text()).toBe("xyz");
  await post(JSON.stringify([validation("c"), { event: "call.ended", call_id: "c1" }]));
  await readAll();
  expect([(await events()).length, await kinds()]).toEqual([2, ["check"]]);
});

const confirmation = (SubscribeURL: string) =>
  JSON.stringify({ Type: "SubscriptionConfirmation", TopicArn: "arn:aws:sns:eu-west-1:1:calls", SubscribeURL });

test("offers an admin the link of an SNS subscription, and opens it for nobody", async () => {
  const link = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f";
  expect((await post(confirmation(link), { "content-type": "text/plain" })).status).toBe(200);
  const [check] = (await ask(listOther, {})).data;
  expect(check).toMatchObject({
    kind: "check",
    confirm_url: link,
    fault: expect.stringContaining("has to open its link"),
  });
  expect((await ask(listOther, {}, personWith("support"))).data[0]?.confirm_url).toBeNull();
});

test.each([
  "https://sns.eu-west-1.amazonaws.com.evil.example/",
  "http://sns.eu-west-1.amazonaws.com/",
  `${origin}/confirm`,
  "javascript:alert(1)",
])("offers no link of an SNS subscription when it leads to %s", async (link) => {
  await post(confirmation(link));
  expect((await ask(listOther, {})).data).toMatchObject([
    { confirm_url: null, fault: expect.stringContaining("Confirm it in the AWS console.") },
  ]);
});

test.each(["%20", "%22", "'", ".", "/extra", "%E2%80%8B"])(
  "counts requests to an address with %s behind it by its last four signs",
  async (behind) => {
    const wrong = `${token.slice(0, -5)}a${token.slice(-4)}${behind}`;
    expect((await fetch(`${origin}/hooks/${wrong}`, { method: "POST", body: "{}" })).status).toBe(404);
    const lastFour = async () =>
      (await db.select().from(unknownRequestTable).where(eq(unknownRequestTable.status, 404))).map(
        (stray) => stray.lastFour,
      );
    await expect.poll(lastFour).toEqual([token.slice(-4)]);
  },
);
