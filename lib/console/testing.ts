import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll } from "vitest";
import { usualPreferences } from "@/lib/contract/console/me";
import { addMember } from "@/lib/contract/console/team";
import type { InputOf, Operation, OutputOf, Role } from "@/lib/contract/operation";
import { openDatabase } from "@/lib/db/database";
import { freshDatabase } from "@/lib/db/testing";
import { createConsole } from "./console";
import type { Console, ConsoleOptions, Person, Reader } from "./console-types";

export const password = "coral-anvil-93-tide";
export const mara = { name: "Mara Okafor", email: "mara@fernhill.example" };

/** A console on a database of its own, reached over HTTP as a browser would reach it. */
export async function freshConsole(given: Partial<ConsoleOptions> = {}) {
  const database = given.database ?? (await freshDatabase());
  const reads = openDatabase(database.url, { connections: 8 });
  const authHandler: { console?: Console; address: string } = { address: "203.0.113.7" };
  const server = createServer((request, response) => {
    const { "x-test-address": given = authHandler.address } = request.headers;
    if (request.url?.startsWith("/api/events")) void authHandler.console?.events(request, response, "r-test");
    else void authHandler.console?.auth(request, response, String(given));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const console = await createConsole({
    database,
    reads,
    strangers: database,
    secret: "a secret of thirty-two characters or more",
    origin,
    connection: { host: "voice-api.example", source: "environment", keyLastFour: "9f2c" },
    probe: async () => [],
    examine: async function* () {},
    examineOther: async function* () {},
    log: pino({ level: "silent" }),
    ...given,
  });
  authHandler.console = console;
  const browser = browserFor(origin);
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await console.close();
    await reads.close();
  });
  return {
    console,
    database,
    origin,
    ...browser,
    ...operationsFor(console),
    join: (person: NewPerson) => joined({ ...browser, ...operationsFor(console) }, person),
    from: (address: string) => (authHandler.address = address),
  };
}

type Sending = { cookie?: string; headers?: Record<string, string> };

function browserFor(origin: string) {
  const ask = async (
    path: string,
    { method = "GET", body, cookie, headers }: Sending & { method?: string; body?: unknown } = {},
  ) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        "x-switchboard": "1",
        ...(method === "POST" ? { origin, "content-type": "application/json" } : {}),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const jar = response.headers.getSetCookie();
    return { status: response.status, text, json: text ? JSON.parse(text) : undefined, jar, headers: response.headers };
  };
  const post = (path: string, body: unknown, sending: Sending = {}) => ask(path, { ...sending, method: "POST", body });
  const signIn = (email: string, given = password, sending: Sending = {}) =>
    post("/api/auth/sign-in/email", { email, password: given }, sending);
  return { ask, post, signIn };
}

type NewPerson = InputOf<typeof addMember>;
type Joining = Pick<ReturnType<typeof browserFor>, "post"> & ReturnType<typeof operationsFor>;

/** Somebody who was invited by an admin, has chosen a password by the link and is signed in. */
async function joined({ post, run }: Joining, person: NewPerson) {
  const added = (await run(addMember, person, personWith("admin"))) as OutputOf<typeof addMember>;
  const { status, text, jar } = await post("/api/auth/link/password", { token: tokenIn(added.link), password });
  if (status !== 200) throw new Error(`${person.email} could not join: ${text}`);
  return { ...added.member, cookie: cookieOf(jar) };
}

export const tokenIn = (link: string) => new URL(link).hash.slice(1);

/** Everything the browser would send back. */
export const cookieOf = (jar: string[]) => jar.map((line) => line.split(";")[0]).join("; ");

function operationsFor(console: Console) {
  /** Asks an operation the way the gateway does, once it has let the person through. */
  async function run(op: Operation, input: Record<string, unknown>, person: Person): Promise<unknown> {
    const found = console.operations.find((each) => each.op === op);
    if (!found) throw new Error(`${op.id} is not carried out by the console.`);
    return found.run(input, { person, address: null, requestId: "r-test" });
  }
  return { run };
}

export const personWith = (role: Role): Person => ({
  id: `${role}-id`,
  name: role,
  email: `${role}@fernhill.example`,
  role,
  sessionId: "s",
});

export function readerWith(role: Role): Reader {
  const person = personWith(role);
  return { ...person, me: { ...person, preferences: usualPreferences } };
}
