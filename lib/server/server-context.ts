import type { RawAnswer } from "@/lib/client/answer";
import type { Person, Reader } from "@/lib/console/console-types";
import type { InputOf, Operation } from "@/lib/contract/operation";
import type { SerializedProblem } from "@/lib/contract/problem-json";

/** What the server process shares with the pages that Next renders in it, so that nothing is made twice. */
export type ServerContext = {
  personOf(cookie: string | undefined): Promise<Reader | undefined>;
  /** A read through the gateway, by the same rules as from a browser. Throws a Problem. */
  read<Op extends Operation>(
    op: Op,
    input: InputOf<Op>,
    person: Person | undefined,
    requestId: string,
  ): Promise<RawAnswer>;
  /** The same for a page's own reads: resolves with a serialized problem, since an error loses its words on the way. */
  readOrProblem<Op extends Operation>(
    op: Op,
    input: InputOf<Op>,
    person: Person,
    requestId: string,
  ): Promise<RawAnswer | SerializedProblem>;
  /** Whether the first-run setup is still open. */
  isSetupOpen(): Promise<boolean>;
  /** Whether the platform in use is the demo platform. */
  isDemo(): boolean;
  /** Whether who forgot a password may ask for a link by mail. */
  sendsMail: boolean;
};

const place: { switchboard?: ServerContext } = globalThis as typeof globalThis & { switchboard?: ServerContext };

export function provideServerContext(serverContext: ServerContext) {
  place.switchboard = serverContext;
}

/** Only while a request is answered: there is none during the build. */
export function serverContext(): ServerContext {
  if (!place.switchboard) throw new Error("Pages are served by lib/server/server.ts: use npm start or npm run dev.");
  return place.switchboard;
}
