import type { RawAnswer } from "@/lib/client/answer";
import type { Person } from "@/lib/contract/actor";
import type { Reader } from "@/lib/contract/console/context";
import type { SsoFault } from "@/lib/contract/console/people/sso";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation } from "@/lib/contract/operation";
import type { Installation } from "@/lib/format/installation";

/** Functions of the server process for the pages that Next renders in it. */
export type ServerContext = {
  personOf(cookie: string | undefined): Promise<Reader | undefined>;
  /** Reads through the gateway, with the same rules as for a browser. Throws a Problem. */
  read<Op extends Operation>(
    op: Op,
    input: InputOf<Op>,
    person: Person | undefined,
    requestId: string,
  ): Promise<RawAnswer>;
  /** True while the first-run setup is open. */
  isSetupOpen(): Promise<boolean>;
  isDemo(): boolean;
  /** Name and color of this installation; undefined if the environment names none. */
  installation: Installation | undefined;
  /** True if people can request a password link by mail. */
  sendsMail: boolean;
  /** The provider of single sign-on: its name, and the address that starts a sign-in. Undefined without one. */
  sso: { name: string; startUrl: string } | undefined;
  /** True while passwords are accepted of local admins only. */
  isSsoOnly(): Promise<boolean>;
  /** The failed sign-in that a page shows; undefined if the text is not ours. */
  openSsoFault(sealed: string): SsoFault | undefined;
};

const globalStore: { switchboard?: ServerContext } = globalThis as typeof globalThis & { switchboard?: ServerContext };

export function provideServerContext(serverContext: ServerContext) {
  globalStore.switchboard = serverContext;
}

/** Throws in a process without the server, such as the build. */
export function serverContext(): ServerContext {
  if (!globalStore.switchboard)
    throw new Error("Pages are served by lib/server/server.ts: use npm start or npm run dev.");
  return globalStore.switchboard;
}
