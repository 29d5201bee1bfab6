import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TLSSocket } from "node:tls";
import { Client } from "pg";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { attempt } from "@/lib/format/attempt";
import { makeCertificate } from "@/lib/testing/certificate";
import { emptyDatabase } from "@/lib/testing/database/fresh-database";
import { testFolder } from "@/lib/testing/test-folder";
import { checkDatabase } from "./start-checks";

const { url, pool } = await emptyDatabase();
const name = new URL(url).pathname.slice(1);
const unique = (word: string) => `${word}_${randomBytes(4).toString("hex")}`;
const urlWith = (change: Partial<{ user: string; database: string }>) => {
  const changed = new URL(url);
  if (change.user) changed.username = change.user;
  if (change.database) changed.pathname = `/${change.database}`;
  return changed.href;
};

async function onServer(statement: string) {
  const client = new Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const refusal = (address: string) =>
  checkDatabase(address).then(
    () => undefined,
    (error: Error) => error.message,
  );

async function newRole(options = "") {
  const role = unique("role");
  await onServer(`create role ${role} login ${options}`);
  afterAll(() => onServer(`drop role ${role}`));
  return role;
}

test("accepts a suitable database", async () => {
  expect(await refusal(url)).toBeUndefined();
});

test("refuses a database that is not encoded in UTF8", async () => {
  const latin = unique("latin");
  await onServer(`create database ${latin} template template0 encoding latin1 locale_provider libc locale 'C'`);
  afterAll(() => onServer(`drop database ${latin}`));
  expect(await refusal(urlWith({ database: latin }))).toBe(
    `DATABASE_URL: database ${latin} is encoded in LATIN1. Create one with the encoding UTF8.`,
  );
});

test("refuses a database that is read-only, unless Switchboard made it so", async () => {
  await onServer(`alter database ${name} set default_transaction_read_only = on`);
  onTestFinished(() => onServer(`alter database ${name} reset default_transaction_read_only`));
  expect(await refusal(url)).toBe(`DATABASE_URL: database ${name} is read-only. Make it writable, or name another.`);
  await checkDatabase(url, { isOwn: true });
});

test("refuses a user who may not create schemas", async () => {
  const user = await newRole();
  expect(await refusal(urlWith({ user }))).toBe(
    `DATABASE_URL: user ${user} may not create schemas in database ${name}. Grant it CREATE on the database.`,
  );
});

test("refuses a server without a free connection", async () => {
  const user = await newRole("connection limit 0");
  expect(await refusal(urlWith({ user }))).toMatch(/ has no free connection: allow it more\.$/);
});

test("refuses a database whose schema console belongs to another program", async () => {
  await pool.query("create schema console; create table console.things (id int)");
  onTestFinished(async () => {
    await pool.query("drop schema console cascade");
  });
  expect(await refusal(url)).toBe(
    `DATABASE_URL: database ${name} has a schema console that is not Switchboard's. Give Switchboard a database of its own.`,
  );
});

/** Answers the request for TLS as PostgreSQL does, then shows the certificate. */
async function tlsServer({ answer = "S" } = {}) {
  const { cert, key } = makeCertificate();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(answer);
      if (answer !== "S") return;
      const secure = new TLSSocket(socket, { isServer: true, cert, key });
      secure.on("error", () => {}).on("data", () => socket.destroy());
    });
  });
  onTestFinished(() => void server.close());
  const folder = testFolder("ca");
  writeFileSync(join(folder, "ca.pem"), cert);
  return { address: `postgresql://u:hunter2@127.0.0.1:${await listening(server)}/x`, ca: join(folder, "ca.pem") };
}

test("says that a certificate is not trusted, is for another name, or cannot be read", async () => {
  const { address, ca } = await tlsServer();
  expect(await refusal(`${address}?sslmode=verify-full`)).toMatch(
    /^DATABASE_URL: the certificate of 127\.0\.0\.1:\d+ is not trusted \(\w+\)\. Name the file .* with sslrootcert=/,
  );
  const trusted = `sslmode=verify-full&sslrootcert=${ca}`;
  // The handshake passes, and the stand-in says nothing more.
  expect(await refusal(`${address}?${trusted}`)).toMatch(/nothing answers as PostgreSQL/);
  expect(await refusal(`${address.replace("127.0.0.1", "localhost")}?${trusted}`)).toMatch(
    /^DATABASE_URL: the certificate of localhost:\d+ is for another name\./,
  );
  expect(await refusal(`${address}?sslmode=verify-full&sslrootcert=/none/ca.pem`)).toBe(
    "DATABASE_URL: its file /none/ca.pem cannot be read (ENOENT).",
  );
});

test("says that a server has no TLS although sslmode asks for it", async () => {
  const { address } = await tlsServer({ answer: "N" });
  expect(await refusal(`${address}?sslmode=verify-full`)).toMatch(
    /^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+ has no TLS, and sslmode asks for it\.$/,
  );
});

test("reaches a server at ::1 and at a socket", async () => {
  const path = `${new URL(url).searchParams.get("host")}/.s.PGSQL.5432`;
  const relay = createServer((client) => {
    const socket = connect(path);
    for (const end of [client, socket]) end.on("error", () => {});
    client.pipe(socket).pipe(client);
  });
  onTestFinished(() => void relay.close());
  const isListening = await new Promise<boolean>((done) => {
    relay.once("error", () => done(false));
    relay.listen(0, "::1", () => done(true));
  });
  const { username } = new URL(url);
  const folder = dirname(path);
  expect(await refusal(`postgresql://${username}@/${name}?host=${folder}`)).toBeUndefined();
  expect(await refusal(`postgresql:///${name}?host=${folder}&user=${username}`)).toBeUndefined();
  // Some machines have no IPv6.
  if (!isListening) return;
  const { port } = relay.address() as AddressInfo;
  expect(await refusal(`postgresql://${username}@[::1]:${port}/${name}`)).toBeUndefined();
  expect(await refusal(`postgresql://${username}@[::1]:9/${name}`)).toMatch(/at \[::1\]:9 \(ECONNREFUSED\)/);
});

const pgbouncer = attempt(() => execFileSync("which", ["pgbouncer"], { encoding: "utf8" }).trim());

// Needs Debian's package pgbouncer.
test.skipIf(!pgbouncer)("refuses a pooler in transaction mode, and accepts one in session mode", async () => {
  expect(await refusal(await pooler("transaction"))).toMatch(/a connection pooler in transaction mode answers here/);
  expect(await refusal(await pooler("session"))).toBeUndefined();
});

async function listening(server: Server) {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return (server.address() as AddressInfo).port;
}

async function freePort() {
  const server = createServer();
  const port = await listening(server);
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Relays TCP to the server's socket, because the pooler's user cannot enter the socket's folder. */
async function serverPort() {
  const path = `${new URL(url).searchParams.get("host")}/.s.PGSQL.5432`;
  const relay = createServer((client) => {
    const socket = connect(path);
    for (const end of [client, socket]) end.on("error", () => {});
    client.pipe(socket).pipe(client);
  });
  onTestFinished(() => void relay.close());
  return listening(relay);
}

async function pooler(mode: string) {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-pooler-"));
  const port = await freePort();
  const { username } = new URL(url);
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=127.0.0.1 port=${await serverPort()} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
  );
  chmodSync(folder, 0o755);
  // pgbouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(String(pgbouncer), [join(folder, "pgbouncer.ini")], { stdio: "ignore", ...user });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true });
  });
  const address = `postgresql://${username}@127.0.0.1:${port}/${name}`;
  await expect.poll(async () => String(await refusal(address))).not.toMatch(/nothing answers/);
  return address;
}
