import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readEnv } from "@/lib/env";

const root = join(import.meta.dirname, "..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

type Service = { image: string; environment?: Record<string, string>; volumes?: string[]; [key: string]: unknown };
const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(
  textOf("docs/deploy/compose.yaml"),
  { merge: true },
);
const replicas = Object.entries(compose.services).filter(([name]) => name.startsWith("console"));
const containerfile = textOf("docs/deploy/Containerfile");

const unit = textOf("docs/deploy/switchboard.service").split("\n");
const settingsOf = (key: string) =>
  unit.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));

/** Longest stop in seconds: three processes end one after the other. */
function longestStopSeconds() {
  const [, graceMs = ""] = /graceMs = ([\d_]+)/.exec(textOf("scripts/support/processes.mjs")) ?? [];
  return (3 * Number(graceMs.replaceAll("_", ""))) / 1000;
}

/** The values of compose's `.env`, filled into a text. */
const filled = (text: string) => text.replaceAll(/\$\{(\w+):\?\}/g, (_all, name) => sample[name] ?? `unknown ${name}`);
const sample: Record<string, string> = {
  SWITCHBOARD_NAME: "switchboard.example.com",
  SWITCHBOARD_HOOKS_NAME: "hooks.example.com",
  SWITCHBOARD_SECRET: "a secret of thirty-two characters or more",
  POSTGRES_PASSWORD: "b7c1d2",
  VOICE_API_BASE_URL: "https://api.example.com",
  VOICE_API_KEY: "deploy_key_7f3a",
};
const filledIn = (variables: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, filled(value)]));

/** Variables that the product reads. */
const known = new Set(Array.from(textOf("lib/env.ts").matchAll(/^ {4}([A-Z_]+): z/gm), ([, name]) => name));

test("compose starts two replicas that Switchboard's settings accept and that share one secret", () => {
  expect(replicas).toHaveLength(2);
  for (const [, { environment }] of replicas) {
    expect(Object.keys(environment ?? {}).filter((name) => !known.has(name))).toEqual([]);
    expect(readEnv(filledIn(environment))).toMatchObject({
      databaseUrl: "postgresql://switchboard:b7c1d2@postgres:5432/switchboard",
      origin: "https://switchboard.example.com",
      hooksOrigin: "https://hooks.example.com",
      secret: sample.SWITCHBOARD_SECRET,
      trustedHops: 1,
    });
  }
});

test("compose and systemd give each process its time to finish", () => {
  const graces = [...replicas.map(([, service]) => service.stop_grace_period), ...settingsOf("TimeoutStopSec")];
  expect(longestStopSeconds()).toBeGreaterThan(30);
  for (const grace of graces) expect(Number.parseInt(String(grace), 10)).toBeGreaterThanOrEqual(longestStopSeconds());
});

test("compose runs replicas without rights, each with its own volume, and PostgreSQL of the built-in version", () => {
  for (const [name, service] of replicas)
    expect(service).toMatchObject({
      ...{ read_only: true, cap_drop: ["ALL"], tmpfs: ["/tmp"], security_opt: ["no-new-privileges:true"] },
      volumes: [`${name}:/data`],
    });
  const [, builtIn] = /supportedVersion = "(\d+)"/.exec(textOf("lib/db/cluster.ts")) ?? [];
  expect(compose.services.postgres).toMatchObject({
    image: `docker.io/library/postgres:${builtIn}-bookworm`,
    volumes: ["postgres:/var/lib/postgresql"],
    shm_size: "256m",
  });
});

test("the image, compose and Caddy name the same port and health checks that the server answers", () => {
  const [, port] = /PORT=(\d+)/.exec(containerfile) ?? [];
  expect(containerfile).toContain(`EXPOSE ${port}\n`);
  const proxy = compose.services.proxy?.environment;
  expect(proxy?.SWITCHBOARD_REPLICAS).toBe(replicas.map(([name]) => `${name}:${port}`).join(" "));
  const published = ["Containerfile", "compose.yaml", "Caddyfile", "nginx.conf"].map((file) =>
    textOf(`docs/deploy/${file}`),
  );
  const checks = new Set(published.flatMap((text) => text.match(/\/\w+z\b/g) ?? []));
  expect([...checks].sort()).toEqual(["/healthz", "/readyz"]);
  for (const path of checks) expect(textOf("lib/server/routes.ts")).toContain(`path === "${path}"`);
  for (const { 1: name } of textOf("docs/deploy/Caddyfile").matchAll(/\{\$(\w+)/g))
    expect(proxy).toHaveProperty(name ?? "");
});

test("image and systemd start built files without npm, and let Node write machine code", () => {
  expect(containerfile).toContain('ENTRYPOINT ["tini", "--"]\nCMD ["node", "scripts/start-built.mjs"]');
  expect(settingsOf("ExecStart")).toEqual(["/usr/bin/node scripts/start-built.mjs"]);
  expect(settingsOf("MemoryDenyWriteExecute")).toEqual([]);
  const [version] = /switchboard:\d[\d.]+/.exec(containerfile) ?? [];
  expect(version).toBe(`switchboard:${JSON.parse(textOf("package.json")).version}`);
  expect(replicas.map(([, { image }]) => image)).toEqual([version, version]);
});
