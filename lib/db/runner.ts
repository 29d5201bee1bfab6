import { execFileSync, type SpawnOptions, spawnSync } from "node:child_process";
import { statSync } from "node:fs";

/** Runs PostgreSQL's programs as the current user, or as another user if this is root, which PostgreSQL refuses. */
export type Runner = {
  owner: { uid: number; gid: number } | undefined;
  command: (file: string, args: string[]) => [string, string[]];
  options: SpawnOptions;
};

/** The chosen user must be able to reach `dataDir` and `program`. `cluster` keeps its owner. */
export function findRunner(reach: { dataDir: string; program: string; cluster: string }): Runner {
  if (process.getuid?.() !== 0)
    return { owner: undefined, command: (file, args) => [file, args], options: { cwd: "/" } };

  const owner = ownerOf(reach.cluster) ?? nobodyUser();
  const runners = [plainRunner(owner), withCapability(owner, "dac_read_search"), withCapability(owner, "dac_override")];
  const runner = runners.find((candidate) => canReach(candidate, reach));
  if (runner) return runner;
  throw new Error(
    `PostgreSQL refuses to run as root, and the user it runs as instead cannot pass through the folders above ${reach.dataDir} or ${reach.program}. Run Switchboard as an ordinary user, move it to a folder others may pass through, or set DATABASE_URL.`,
  );
}

/** Makes a command receive SIGINT when its parent process ends, if the system has setpriv. */
export function endWithParent([file, args]: [string, string[]]): [string, string[]] {
  if (!hasSetpriv()) return [file, args];
  return ["setpriv", ["--pdeathsig", "INT", file, ...args]];
}

type Owner = NonNullable<Runner["owner"]>;

function ownerOf(cluster: string): Owner | undefined {
  const { uid, gid } = statSync(cluster, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  return uid === 0 ? undefined : { uid, gid };
}

function nobodyUser(): Owner {
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    throw new Error("PostgreSQL refuses to run as root and there is no user called nobody here: set DATABASE_URL.");
  }
}

const plainRunner = (owner: Owner): Runner => ({
  owner,
  command: (file, args) => [file, args],
  options: { cwd: "/", ...owner },
});

// The capability lets the unprivileged user pass through folders such as /root.
const withCapability = (owner: Owner, capability: string): Runner => ({
  owner,
  command: (file, args) => [
    "setpriv",
    [
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      "--clear-groups",
      // Otherwise access(2) ignores the capability, and PostgreSQL could not find its own programs.
      "--securebits=+no_setuid_fixup",
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      file,
      ...args,
    ],
  ],
  options: { cwd: "/" },
});

function canReach(runner: Runner, { dataDir, program }: { dataDir: string; program: string }) {
  const [file, args] = runner.command("/bin/sh", ["-c", '[ -x "$0" ] && cd "$1"', program, dataDir]);
  return spawnSync(file, args, { ...runner.options, stdio: "ignore" }).status === 0;
}

function hasSetpriv() {
  return spawnSync("setpriv", ["--pdeathsig", "INT", "true"], { stdio: "ignore" }).status === 0;
}
