import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiOperations } from "@/lib/contract/api";
import { consoleOperations } from "@/lib/contract/console";
import { listAudit } from "@/lib/contract/console/audit";
import { changeRole } from "@/lib/contract/console/people/team";
import { pathOf } from "@/lib/contract/match";
import { isAllowed, type Operation, placeholdersOf, type Role } from "@/lib/contract/operation";
import { cookieOf, password, personWith } from "@/lib/testing/console";
import { keysOf, openStream } from "@/lib/testing/event-stream";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { timeoutMs } from "@/lib/testing/timeout-ms";

let fixture: Awaited<ReturnType<typeof freshGateway>>;

beforeAll(async () => {
  fixture = await freshGateway();
});
beforeEach(() => view("admin", null));

const send = (role: Role, path: string, body: unknown) =>
  fixture.ask(role, "POST", path, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const view = (by: Role, role: Role | null) => send(by, "/api/console/me/view", { role });
const meOf = async (role: Role) => (await fixture.ask(role, "GET", "/api/console/me")).json;
const newest = async (count: number) => {
  const { data } = (await fixture.run(listAudit, { limit: count }, personWith("admin"))) as {
    data: { actor_name: string; words: string[]; record: unknown; role: string; outcome: string }[];
  };
  return data;
};
const sentence = ({ actor_name, words }: { actor_name: string; words: string[] }) => `${actor_name} ${words.join("")}`;

/** Sends no valid input, so that an allowed write changes nothing. */
const request = (op: Operation, as: Role) => {
  const path = `/api${pathOf(op, Object.fromEntries(placeholdersOf(op).map((name) => [name, "x1"])))}`;
  const isForm = op.body === "file";
  return fixture.ask(as, op.method, path, {
    headers: { "content-type": isForm ? "multipart/form-data; boundary=b" : "application/json" },
    ...(op.method === "GET" ? {} : { body: isForm ? "--b\r\n\r\n--b--" : "[]" }),
  });
};

describe.each(["viewer", "support", "campaign_manager"] as const)("an admin who views as %s", (role) => {
  test(
    "may call exactly the operations that the role may call",
    async () => {
      await view("admin", role);
      for (const op of [...apiOperations, ...consoleOperations]) {
        const [viewing, colleague] = [await request(op, "admin"), await request(op, role)];
        expect([op.id, viewing.status]).toEqual([op.id, colleague.status]);
        if (!isAllowed(op, role)) expect([op.id, viewing.status]).toEqual([op.id, 403]);
      }
    },
    timeoutMs(60_000),
  );

  test("is shown that role until they go back", async () => {
    expect((await view("admin", role)).json).toMatchObject({ role, viewed_from: "admin" });
    expect(await meOf("admin")).toMatchObject({ role, viewed_from: "admin", name: "admin" });
    expect(await fixture.console.personOf(fixture.cookies.admin)).toMatchObject({ role, me: { viewed_from: "admin" } });
    expect((await view("admin", null)).json).toMatchObject({ role: "admin" });
    const me = await meOf("admin");
    expect([me.role, "viewed_from" in me]).toEqual(["admin", false]);
  });
});

test("refuses to view as another role to anybody but admins", async () => {
  for (const by of ["viewer", "support", "campaign_manager"] as const)
    for (const role of ["support", "campaign_manager", null] as const)
      expect([by, role, (await view(by, role)).status]).toEqual([by, role, 403]);
  expect((await view("support", "admin")).status).toBe(400);
  expect((await view("admin", "admin")).status).toBe(400);
  expect(await meOf("support")).toMatchObject({ role: "support" });
});

test("records both ends, and what is sent meanwhile with the viewed role", async () => {
  await view("admin", "campaign_manager");
  await fixture.ask("admin", "POST", "/api/v1/campaigns/c-1/start");
  await view("admin", null);
  const entries = (await newest(3)).reverse();
  expect(entries.map(sentence)).toEqual([
    "admin began to view as campaign manager",
    "admin (as campaign manager) started ",
    "admin (as campaign manager) went back to admin",
  ]);
  expect(entries.map(({ role }) => role)).toEqual(["admin", "admin as campaign_manager", "admin as campaign_manager"]);
  expect(entries.map(({ record }) => record !== null)).toEqual([false, true, false]);
});

test("lowers only the session that asked, and keeps own account and preferences", async () => {
  const other = cookieOf((await fixture.signIn("admin@fernhill.example")).jar);
  await view("admin", "support");
  expect(await fixture.console.personOf(other)).toMatchObject({ role: "admin" });
  expect((await send("admin", "/api/console/me/preferences", { theme: "dark" })).json).toMatchObject({
    role: "support",
    viewed_from: "admin",
    preferences: { theme: "dark" },
  });
  expect((await fixture.ask("admin", "GET", "/api/console/me")).json.preferences.theme).toBe("dark");
});

test("goes on viewing after a new password", async () => {
  const admin = await fixture.join({ name: "Lea", email: "lea@fernhill.example", role: "admin" });
  fixture.cookies.admin = admin.cookie;
  await view("admin", "support");
  const change = { currentPassword: password, newPassword: "another harbour with nine lamps" };
  const changed = await fixture.post("/api/auth/change-password", change, { cookie: admin.cookie });
  fixture.cookies.admin = cookieOf(changed.jar);
  expect(await meOf("admin")).toMatchObject({ role: "support", viewed_from: "admin" });
});

test("ends viewing when another admin lowers the account for good", async () => {
  const lea = await fixture.join({ name: "Ada", email: "ada@fernhill.example", role: "admin" });
  const as = { headers: { cookie: lea.cookie, "content-type": "application/json" } };
  await fixture.ask(undefined, "POST", "/api/console/me/view", { ...as, body: '{"role":"campaign_manager"}' });
  expect(await fixture.console.personOf(lea.cookie)).toMatchObject({ role: "campaign_manager" });
  await fixture.run(changeRole, { user_id: lea.id, role: "support" }, personWith("admin"));
  expect(await fixture.console.personOf(lea.cookie)).toBeUndefined();
  const cookie = cookieOf((await fixture.signIn(lea.email)).jar);
  expect(await fixture.console.personOf(cookie)).toMatchObject({ role: "support" });
});

test("ends open streams, and the next one has only what the viewed role may read", async () => {
  const cookie = fixture.cookies.admin ?? "";
  const before = await openStream(fixture.consoleOrigin, cookie);
  expect(before.messages[0]?.role).toBe("admin");
  await view("admin", "support");
  await expect.poll(() => before.isOver).toBe(true);
  const after = await openStream(fixture.consoleOrigin, cookie);
  expect(after.messages[0]?.role).toBe("support");
  fixture.console.changed(["audit", "backups", "credentials"]);
  await expect.poll(() => keysOf(after)).toContain("credentials");
  expect(keysOf(after)).not.toContain("audit");
  expect(keysOf(after)).not.toContain("backups");
  after.leave();
});
