import { existsSync } from "node:fs";
import { installPackages } from "./chromium.mjs";

const packages = { nginx: "/usr/sbin/nginx", caddy: "/usr/bin/caddy" };

/** Installs nginx and Caddy. If that is impossible, says that their tests are left out. */
export async function getProxies() {
  const isMissing = Object.values(packages).some((file) => !existsSync(file));
  // systemd would start both as services on this machine.
  const fault = existsSync("/run/systemd/system")
    ? isMissing && `Install ${Object.keys(packages).join(" and ")} to run them.`
    : await installPackages(packages).catch(({ message }) => message);
  if (fault) console.log(`The tests behind nginx and Caddy are left out. ${fault}`);
}
