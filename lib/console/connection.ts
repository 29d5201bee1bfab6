import { getConnection, getConnectionStatus, testConnection } from "@/lib/contract/console/connection";
import {
  changeConnection,
  revertConnection,
  tryConnection,
  withResult,
} from "@/lib/contract/console/connection-change";
import { implement } from "@/lib/contract/console/context";
import { refused } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import type { ConnectionChange, ConnectionSetting } from "./connection-setting";
import type { ConsoleOptions } from "./console-types";
import type { Health } from "./health";
import { isDiskLow } from "./storage";

type ConnectionOptions = Pick<ConsoleOptions, "connection" | "switched"> & {
  db: Database;
  health: Health;
  setting: ConnectionSetting;
  change: ConnectionChange;
};

const laterMessage = (host: string) => `The change is stored. Switchboard switches to ${host} as soon as it can.`;

export const connection = ({ db, health, connection: current, setting, change, ...options }: ConnectionOptions) => {
  const { host, source, keyLastFour, setBy = null, setAt = null } = current;
  const status = async () => ({ host, source, ...(await health.fresh()) });
  // Answered after the switch, so that the next page shows the new connection.
  const { switched = async () => true } = options;
  return [
    implement(getConnectionStatus, async () => ({ ...(await status()), is_disk_low: await isDiskLow(db) })),
    implement(getConnection, async () => ({
      ...(await status()),
      is_switching: !(await isInUse()),
      address: source === "set" ? ((await setting.stored())?.baseUrl ?? null) : null,
      key_last_four: keyLastFour,
      set_by: setBy,
      set_at: setAt,
      previous: (await isInUse()) ? await previous() : null,
      endpoints: health.table(),
    })),
    implement(testConnection, async () => withResult(await health.examine())),

    implement(tryConnection, async (input) => withResult(await change.test(input))),

    implement(changeConnection, async (input, { person }) => {
      await change.refuseUnusable(input);
      await change.use(input, person.name);
      const { host } = new URL(input.address);
      return { message: (await switched()) ? `Switchboard now uses ${host}.` : laterMessage(host) };
    }),

    implement(revertConnection, async ({ to }, { person }) => {
      change.refuseFixed();
      const host = (await previous())?.host ?? "the demo platform";
      if (to === "demo") await setting.replace(undefined, person.name);
      else {
        if (!(await setting.previous()))
          throw refused("not_possible", "The previous connection can be restored for ten minutes only.");
        await setting.replace(await setting.readPrevious(), person.name);
      }
      if (!(await switched())) return { message: laterMessage(to === "demo" ? "the demo platform" : host) };
      return {
        message: to === "demo" ? "Switchboard now uses the demo platform." : `Switchboard uses ${host} again.`,
      };
    }),
  ];

  /** False until this process uses the stored connection. Another one may have set it. */
  async function isInUse() {
    if (source === "environment") return true;
    const stored = await setting.stored();
    return (stored?.setAt.toISOString() ?? null) === setAt;
  }

  async function previous() {
    const before = source === "environment" ? undefined : await setting.previous();
    if (!before) return null;
    const { baseUrl, keyLastFour, setAt: changedAt, until } = before;
    return {
      host: baseUrl && new URL(baseUrl).host,
      key_last_four: keyLastFour,
      changed_at: changedAt.toISOString(),
      until: until.toISOString(),
    };
  }
};
