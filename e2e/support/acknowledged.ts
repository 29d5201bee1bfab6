import { setTimeout as sleep } from "node:timers/promises";
import { idToPath } from "../../lib/contract/identifier";
import { seeded } from "../../platform/seed/ids";
import { password, people } from "./people";

// An interrupted publish counts as under way for a minute. Its workflow cannot be published again until then.
const workflows = { again: seeded.workflows.renewal, once: idToPath(seeded.workflows.withSlash) };
const refs = ["one", "two", "three"];

/** A client that writes through the console without a break and records the acknowledged writes. */
export async function createWriter(setupUrl: string) {
  const { origin, searchParams } = new URL(setupUrl);
  const pairs = await firstAdmin(origin, searchParams.get("token") ?? "");
  const cookie = pairs.join("; ");
  const headers = { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin", "x-switchboard": "1" };
  const labels = new Map(refs.map((ref) => [ref, 0]));
  const requests: string[] = [];
  const versions = new Map(Object.values(workflows).map((ref) => [ref, 0]));
  let [acknowledged, asked, next] = [0, 0, 1];
  let isWriting = false;
  let writing: Promise<unknown> = Promise.resolve();

  async function post(path: string, body: unknown) {
    asked += 1;
    const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${JSON.stringify(answer)}`);
    acknowledged += 1;
    requests.push(response.headers.get("x-request-id") ?? "");
    return answer;
  }

  async function label(ref: string) {
    const given = next++;
    await post(`/api/console/saved/calls/${ref}`, { label: String(given) });
    labels.set(ref, given);
  }

  async function publish(ref: string) {
    versions.set(ref, (await post(`/api/v1/workflows/${ref}/publish`, {})).raw.data.version);
  }

  /** Repeats one kind of write until it is stopped. A write that fails is not acknowledged. */
  async function repeat(write: () => Promise<void>) {
    while (isWriting) await write().catch(() => sleep(50));
  }

  return {
    /** Cookies for a browser of the same person. */
    cookies: pairs.map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: origin };
    }),
    async oneOfEach() {
      await publish(workflows.once);
      await label("one");
    },
    begin() {
      isWriting = true;
      writing = Promise.all([repeat(() => publish(workflows.again)), ...refs.map((ref) => repeat(() => label(ref)))]);
    },
    async end() {
      isWriting = false;
      await writing;
    },
    counts: () => ({ acknowledged, asked }),
    /** Sentences about acknowledged writes that are lost. */
    async lost(): Promise<string[]> {
      const ask = async (path: string, init: { method: string; body: string }) =>
        (await fetch(origin + path, { ...init, headers })).json();
      const get = async (path: string) => (await fetch(origin + path, { headers })).json();
      const saved: { ref: string; label: string }[] = (await get("/api/console/saved?resource=calls")).data;
      const labelOf = (ref: string) => Number(saved.find((each) => each.ref === ref)?.label ?? 0);
      const behind: string[] = [];
      for (const [ref, version] of versions)
        if ((await get(`/api/v1/workflows/${ref}`)).raw.data.version < version)
          behind.push(`version ${version} of ${ref}`);
      const audit: { request_id: string; outcome: string }[] = (
        await ask("/api/console/audit", { method: "POST", body: '{"limit":500}' })
      ).data;
      // If the database was killed after a send, its audit entry has no outcome.
      const recorded = new Set(audit.filter(({ outcome }) => outcome !== "refused").map((entry) => entry.request_id));
      return [
        ...refs.filter((ref) => labelOf(ref) < (labels.get(ref) ?? 0)).map((ref) => `the label of ${ref}`),
        ...behind,
        ...requests
          .splice(0)
          .slice(-400)
          .filter((id) => !recorded.has(id))
          .map((id) => `the audit's row of ${id}`),
      ];
    },
  };
}

async function firstAdmin(origin: string, token: string) {
  const response = await fetch(`${origin}/api/auth/setup`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", "x-switchboard": "1" },
    body: JSON.stringify({ ...people.admin, password, token }),
  });
  if (!response.ok) throw new Error(`The first admin was refused: ${await response.text()}`);
  return response.headers.getSetCookie().map((each) => each.split(";", 1).join());
}
