import assert from "node:assert/strict";
import { installPackages } from "./support/chromium.mjs";
import { base, image, openContainers } from "./support/container.mjs";
import { freePort } from "./support/launch.mjs";
import { main, noOptions } from "./support/main.mjs";

const packages = {
  buildah: "/usr/bin/buildah",
  podman: "/usr/bin/podman",
  runc: "/usr/sbin/runc",
  debootstrap: "/usr/sbin/debootstrap",
};
/** Each command in the image as a line for its shell, and what it prints. */
const commands = {
  "admin.js setup-link": /\/setup\?token=/,
  "audit-verify.js": /The audit log is intact/,
  "backup.js /data/check.backup": /was written and checked/,
  "restore.js /data/check.backup": /Switchboard runs|already/,
  "doctor.js --base-url http://127.0.0.1:9 < /data/platform.key": /ECONNREFUSED|refused/,
  "secrets-redact.js --ask < /data/platform.key": /not found|no copy|nothing/i,
  "import-check.js public/samples/clean.csv": /rows?/,
};

/** Builds the image and runs it with a read-only root and no rights. Left out where containers cannot run. */
main(async () => {
  const containers = openContainers();
  try {
    await installPackages(packages);
    await containers.makeBase();
    const { code, text } = await containers.run("--rm", base, "node", "--version");
    if (code !== 0) throw new Error(text.trim());
  } catch (error) {
    await containers.close();
    console.log(`The container check is left out, because containers cannot be built or run here: ${error.message}`);
    return 0;
  }
  try {
    await containers.build();
    await check(containers);
  } finally {
    await containers.close();
  }
}, noOptions("node scripts/container-check.mjs"));

async function check({ podman, run }) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const settings = (at) => ["--env=HOST=127.0.0.1", `--env=PORT=${at}`, "--volume=check:/data"];
  const options = ["--detach", "--name=first", "--stop-timeout=90", `--env=SWITCHBOARD_ORIGIN=${origin}`];
  const first = {
    exec: (...args) => podman("exec", "first", ...args),
    logs: async () => (await podman("logs", "first")).text,
    statusOf: (path) =>
      fetch(origin + path).then(
        ({ status }) => status,
        () => 0,
      ),
  };
  const started = await run(...options, ...settings(port), image);
  assert.equal(started.code, 0, started.text);
  await until(async () => (await first.statusOf("/readyz")) === 200, first.logs);
  passed("is ready with a read-only root, no capabilities and no new privileges");

  await checkCommands(podman, first);
  const otherPort = await freePort();
  await checkVolume((...args) => run("--rm", ...args, ...settings(otherPort), image), first);
  await checkStop(podman, first);
  assert.doesNotMatch(await first.logs(), /EROFS|EACCES|read-only file system/i);
  passed("never tries to write to its image");
}

async function checkCommands(podman, { exec }) {
  const [{ Healthcheck }] = JSON.parse((await podman("inspect", "--type=image", image)).text);
  const [, ...health] = Healthcheck.Test;
  assert.equal((await exec(...health)).code, 0);
  passed("is healthy by the image's own check");

  for (const [command, expected] of Object.entries(commands)) {
    const { text } = await exec("sh", "-c", `node dist/${command}`);
    assert.match(text, expected, `${command} printed ${text}`);
    assert.doesNotMatch(text, /Cannot find|ERR_MODULE/, command);
  }
  passed(`runs ${Object.keys(commands).length} commands`);
}

async function checkVolume(runBeside, { statusOf }) {
  const second = await runBeside();
  assert.match(second.text, /^Switchboard already runs on \/data/m);
  assert.equal(second.code, 1);
  assert.equal(await statusOf("/readyz"), 200);
  passed("refuses a second container on the volume and leaves the first alone");

  const stranger = await runBeside("--user=4242");
  assert.match(stranger.text, /^\/data belongs to user 10001, and Switchboard runs as user 4242/m);
  passed("names both users when the volume belongs to another one");
}

async function checkStop(podman, { statusOf, logs }) {
  let answered = 0;
  let isOver = false;
  const load = Array.from({ length: 8 }, async () => {
    while (!isOver) if ((await statusOf("/sign-in")) === 200) answered += 1;
  });
  await until(async () => answered > 50, logs);
  await podman("stop", "first");
  isOver = true;
  await Promise.all(load);
  const { text: exitCode } = await podman("inspect", "--format={{.State.ExitCode}}", "first");
  assert.equal(exitCode.trim(), "0", await logs());
  passed("stops under load with exit code 0 within its 90 seconds");
}

const passed = (sentence) => console.log(`✓ The container ${sentence}.`);

async function until(isTrue, describe) {
  for (let tries = 0; !(await isTrue()); tries += 1) {
    assert.ok(tries < 600, await describe());
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
