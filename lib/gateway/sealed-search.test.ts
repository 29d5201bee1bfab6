import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { clock } from "@/lib/clock";
import { consoleOperations } from "@/lib/contract/console";
import { inputOf } from "@/lib/contract/inputs";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import { freshGateway } from "@/lib/testing/fresh-gateway";

const number = "4930901820173";
const at = new Date(Date.UTC(2026, 10, 20, 14));

let fixture: Awaited<ReturnType<typeof freshGateway>>;

beforeAll(async () => {
  fixture = await freshGateway({
    collect: { accountId: "account", read: () => Promise.reject(new Error("not asked")) },
  });
  for (const [ref, contact] of [
    ["call_berlin", number],
    ["call_other", "14155550178"],
  ] as const)
    await fixture.database.db.insert(foundCallTable).values({
      ...{ accountId: "account", ref, at, isOver: true, events: 1, contact },
      ...{ firstEventAt: at, lastEventAt: at },
    });
});

const read = (role: "admin" | "support" | "viewer", path: string) => fixture.read(role, `/api/console/${path}`);
const exportOf = (text: string) => `found-calls-export?text=${encodeURIComponent(text)}`;
const seal = async (role: "admin" | "support" | "viewer", text: string) =>
  (await read(role, `sealed-searches?text=${encodeURIComponent(text)}`)).json.text as string;

test("takes searched texts in no address, but for exports", () => {
  const inAddress = consoleOperations.filter((op) => op.method === "GET" && "text" in inputOf(op).shape);
  expect(inAddress.filter((op) => !op.isFile)).toEqual([]);
});

test.each([`+${number}`, "030 901820173", "0173", "Adele +49 30 901820173"])(
  "refuses an export whose address holds %s",
  async (text) => {
    const { status, json } = await read("admin", exportOf(text));
    expect([status, json.detail]).toEqual([400, expect.stringContaining("does not belong in an address")]);
  },
);

test("exports the calls of a sealed number, whose address does not show it", async () => {
  const sealed = await seal("viewer", `+${number}`);
  expect(sealed).not.toContain(number.slice(4));
  expect(await seal("viewer", `+${number}`)).not.toBe(sealed);
  const { status, text } = await read("viewer", exportOf(sealed));
  expect([status, text.includes("call_berlin"), text.includes("call_other")]).toEqual([200, true, false]);
});

test("opens a sealed number only for its person, and only for a few minutes", async () => {
  const sealed = await seal("viewer", `+${number}`);
  for (const text of [sealed.slice(0, -2), "sealed~", "sealed~AAAA"])
    expect((await read("viewer", exportOf(text))).status, text).toBe(400);
  expect((await read("support", exportOf(sealed))).status).toBe(400);
  const later = vi.spyOn(clock, "nowMs").mockReturnValue(clock.nowMs() + 6 * 60_000);
  onTestFinished(() => later.mockRestore());
  expect((await read("viewer", exportOf(sealed))).json.detail).toContain("Export again");
});

test("answers a search in a body to a reading token, compressed, without a line in the audit log", async () => {
  const json = { "content-type": "application/json" };
  const made = await fixture.ask("admin", "POST", "/api/console/tokens", {
    ...{ headers: json, body: JSON.stringify({ name: "reader", role: "viewer", scope: "read", days: 1 }) },
  });
  const before = (await read("admin", "audit?limit=1")).json.total;
  const response = await fetch(`${fixture.origin}/api/console/found-calls`, {
    ...{ method: "POST", headers: { ...json, authorization: `Bearer ${made.json.token}`, "accept-encoding": "gzip" } },
    body: JSON.stringify({ text: "+49 30 901820173" }),
  });
  expect(((await response.json()) as { data: unknown[] }).data).toMatchObject([{ call_id: "call_berlin" }]);
  expect((await read("admin", "audit?limit=1")).json.total).toBe(before);
  const entries = await fixture.ask("admin", "POST", "/api/console/audit", {
    headers: { ...json, "accept-encoding": "gzip" },
  });
  expect(entries.headers.get("content-encoding")).toBe("gzip");
});
