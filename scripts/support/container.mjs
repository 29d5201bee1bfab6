import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { captureStep } from "./step.mjs";

export const base = "localhost/switchboard-base:check";
export const image = "localhost/switchboard:check";

/** Rights that the image must not need. The process limits are set because podman's may exceed those of a nested machine. */
const restrictions = [
  ...["--read-only", "--tmpfs=/tmp", "--cap-drop=all", "--security-opt=no-new-privileges", "--shm-size=256m"],
  ...["--network=host", "--no-healthcheck", "--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096"],
];

/** buildah and podman with storage of their own. `close` removes it with all containers. */
export function openContainers() {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-containers-"));
  const storage = [`--root=${folder}/storage`, `--runroot=${folder}/run`, "--storage-driver=vfs"];
  const buildah = (...args) => succeed("buildah", [...storage, ...args]);
  const podman = (...args) =>
    captureStep("podman", [
      ...storage,
      "--cgroup-manager=cgroupfs",
      "--events-backend=file",
      "--runtime=runc",
      ...args,
    ]);

  return {
    podman,
    run: (...args) => podman("run", ...restrictions, ...args),
    makeBase: () => makeBase(buildah, join(folder, "base")),
    build: () => build(buildah),
    async close() {
      await podman("rm", "--force", "--all", "--time=0");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A base with Debian and this machine's Node, so that nothing is pulled. */
async function makeBase(buildah, rootfs) {
  await succeed("debootstrap", ["--variant=minbase", "bookworm", rootfs]);
  copyNode(rootfs);
  const container = (await buildah("from", "scratch")).trim();
  await buildah("add", "--quiet", container, rootfs, "/");
  await buildah("commit", "--quiet", "--rm", container, base);
  rmSync(rootfs, { recursive: true });
}

async function build(buildah) {
  const { text: userConfig } = await captureStep("npm", ["config", "get", "userconfig"]);
  const { text: globalConfig } = await captureStep("npm", ["config", "get", "globalconfig"]);
  // The build reaches the registry as this machine does.
  const mounts = [
    [userConfig.trim(), "/root/.npmrc"],
    [globalConfig.trim(), "/usr/etc/npmrc"],
    ["/etc/ssl/certs", "/etc/ssl/certs"],
  ].flatMap(([from, to]) => (existsSync(from) ? [`--volume=${realpathSync(from)}:${to}:ro`] : []));
  const options = ["--isolation=chroot", "--format=docker", "--pull-never", `--build-arg=BASE=${base}`, ...mounts];
  await buildah("build", ...options, "--file=docs/deploy/Containerfile", `--tag=${image}`, ".");
}

function copyNode(rootfs) {
  cpSync(process.execPath, join(rootfs, "usr/bin/node"));
  const npm = dirname(dirname(realpathSync(join(dirname(process.execPath), "npm"))));
  mkdirSync(join(rootfs, "usr/lib/node_modules"), { recursive: true });
  cpSync(npm, join(rootfs, "usr/lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(rootfs, "usr/bin/npm"));
}

async function succeed(file, args) {
  const { code, text } = await captureStep(file, args);
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}:\n${text.slice(-2_000)}`);
  return text;
}
