import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as argon2 from "@node-rs/argon2";
import { pino } from "pino";
import { createPasswords } from "@/lib/auth/passwords";
import { type Console, createConsole } from "@/lib/console/console";
import type { ConsoleOptions } from "@/lib/console/console-types";
import type { Person } from "@/lib/contract/actor";
import { addMember } from "@/lib/contract/console/people/team";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf, Role } from "@/lib/contract/operation";
import { openDatabase } from "@/lib/db/database";
import { onFileEnd } from "@/lib/testing/on-file-end";
import { freshDatabase } from "./database/fresh-database";

/** An entry of the do-not-call list, but for its numbers. */
export const askedByPhone = { reason: "asked", source: "by phone", dated: null, until: null } as const;

export const secret = "a secret of thirty-two characters or more";

export const password = "coral-anvil-93-tide";
export const mara = { name: "Mara Okafor", email: "mara@fernhill.example" };

/** Hashes at a small part of the usual cost. */
const quickPasswords = createPasswords({
  hash: (text, cost) => argon2.hash(text, { ...cost, memoryCost: 1_024, timeCost: 1 }),
  verify: argon2.verify,
});

/** A console with its own database, reached over HTTP like from a browser. */
export async function freshConsole(options: Partial<ConsoleOptions> = {}) {
  const database = options.database ?? (await freshDatabase());
  const reads = openDatabase(database.url, { connections: 8 });
  const authHandler: { console?: Console; address: string } = { address: "203.0.113.7" };
  const server = createServer((request, response) => {
    const { "x-test-address": address = authHandler.address } = request.headers;
    if (request.url?.startsWith("/api/events")) void authHandler.console?.events(request, response, "r-test");
    else void authHandler.console?.auth(request, response, String(address));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const console = await createConsole({
    database,
    reads,
    strangers: database,
    secret,
    origin,
    connection: { host: "voice-api.example", source: "environment", keyLastFour: "9f2c" },
    probe: async () => [],
    examine: async function* () {},
    examineOther: async function* () {},
    log: pino({ level: "silent" }),
    passwords: quickPasswords,
    ...options,
  });
  authHandler.console = console;
  const browser = browserFor(origin);
  onFileEnd(async () => {
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

type RequestOptions = { cookie?: string; headers?: Record<string, string> };

function browserFor(origin: string) {
  const ask = async (
    path: string,
    { method = "GET", body, cookie, headers }: RequestOptions & { method?: string; body?: unknown } = {},
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
  const post = (path: string, body: unknown, options: RequestOptions = {}) =>
    ask(path, { ...options, method: "POST", body });
  const signIn = (email: string, ownPassword = password, options: RequestOptions = {}) =>
    post("/api/auth/sign-in/email", { email, password: ownPassword }, options);
  return { ask, post, signIn };
}

type NewPerson = InputOf<typeof addMember>;
type JoinTools = Pick<ReturnType<typeof browserFor>, "post"> & ReturnType<typeof operationsFor>;

/** Invites a person, chooses a password by the link and returns them signed in. */
async function joined({ post, run }: JoinTools, person: NewPerson) {
  const added = (await run(addMember, person, personWith("admin"))) as OutputOf<typeof addMember>;
  const { status, text, jar } = await post("/api/auth/link/password", { token: tokenIn(added.link), password });
  if (status !== 200) throw new Error(`${person.email} could not join: ${text}`);
  return { ...added.member, cookie: cookieOf(jar) };
}

export const tokenIn = (link: string) => new URL(link).hash.slice(1);

/** The Cookie header that a browser would send. */
export const cookieOf = (jar: string[]) => jar.map((line) => line.split(";")[0]).join("; ");

function operationsFor(console: Console) {
  /** Runs an operation like the gateway does after its permission checks. */
  async function run(op: Operation, input: Record<string, unknown>, person: Person): Promise<unknown> {
    const operation = console.operations.find((implemented) => implemented.op === op);
    if (!operation) throw new Error(`${op.id} is not carried out by the console.`);
    return operation.run(input, { person, address: null, requestId: "r-test" });
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
