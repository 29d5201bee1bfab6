/** The part of the package that tests use. It has no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Account = { accountId: string; claims: () => Promise<Record<string, unknown> & { sub: string }> };

  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: readonly Record<string, unknown>[];
        claims: Record<string, readonly string[]>;
        findAccount: (context: unknown, id: string) => Promise<Account>;
        cookies: { keys: readonly string[] };
      },
    );
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
