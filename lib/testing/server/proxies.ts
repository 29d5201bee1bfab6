import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificate } from "../certificate";

const root = join(import.meta.dirname, "../../..");
const published = (name: string) => readFileSync(join(root, "docs/deploy", name), "utf8");

type Start = { folder: string; port: number; plainPort: number; replicas: readonly string[] };
type Launch = { file: string; args: string[]; env?: Record<string, string> };

/** The published configurations, filled in for this machine. */
const launches = { nginx: launchNginx, caddy: launchCaddy };
export type ProxyName = keyof typeof launches;
export const proxyNames = ["nginx", "caddy"] as const satisfies ProxyName[];

const programs: Record<ProxyName, string> = { nginx: "/usr/sbin/nginx", caddy: "/usr/bin/caddy" };
export const isInstalled = (name: ProxyName) => existsSync(programs[name]);

/** Starts a proxy with its published configuration before `replicas` (HOST:PORT). */
export async function startProxy(name: ProxyName, replicas: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), `switchboard-${name}-`));
  const [port, plainPort] = [await freePort(), await freePort()];
  const { file, args, env } = launches[name]({ folder, port, plainPort, replicas });
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = once(child, "exit");
  return {
    port,
    plainPort,
    folder,
    /** Lines of its access log so far. Both write it, as a server that logs all its sites does. */
    accessLog: () => readFileSync(join(folder, "access.log"), "utf8"),
    /** Its output so far. */
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function launchNginx({ folder, port, plainPort, replicas }: Start): Launch {
  const { cert, key } = makeCertificate();
  writeFileSync(join(folder, "fullchain.pem"), cert);
  writeFileSync(join(folder, "privkey.pem"), key);
  const site = published("nginx.conf")
    .replaceAll("listen 443 ", `listen 127.0.0.1:${port} `)
    .replaceAll("listen 80;", `listen 127.0.0.1:${plainPort};`)
    .replaceAll("/etc/ssl/switchboard", folder)
    .replace(/server 127\.0\.0\.1:3000(.*;)/, (_line, rest) => replicas.map((at) => `server ${at}${rest}`).join(" "));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  for (const part of temporary) mkdirSync(join(folder, part));
  // Compresses all it can, as a careless server does, and logs each file that a request or response is spooled to.
  const configuration = `
    ${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
    events {}
    http {
      access_log ${folder}/access.log; gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;
      ${temporary.map((part) => `${part}_temp_path ${folder}/${part};`).join(" ")}
      ${site}
    }`;
  writeFileSync(join(folder, "nginx.conf"), configuration);
  return { file: programs.nginx, args: ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")] };
}

function launchCaddy({ folder, port, plainPort, replicas }: Start): Launch {
  const options = `{
    admin off
    local_certs
    skip_install_trust
    https_port ${port}
    http_port ${plainPort}
    storage file_system ${folder}
    default_bind 127.0.0.1
    servers {
      protocols h1 h2
    }
  }\n`;
  const log = `log {\n output file ${folder}/access.log\n }\n`;
  const sites = published("Caddyfile").replaceAll(/^\{\$\w+:.*\} \{\n/gm, (site) => site + log);
  writeFileSync(join(folder, "Caddyfile"), options + sites);
  const env = { HOME: folder, SWITCHBOARD_REPLICAS: replicas.join(" ") };
  return { file: programs.caddy, args: ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], env };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address === "object" && address) return address.port;
  throw new Error("The system gave no port.");
}
