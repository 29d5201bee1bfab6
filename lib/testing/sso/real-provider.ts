import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

const client = { client_id: "switchboard", client_secret: "a client secret of the provider" };

/** The certified provider `oidc-provider`, on a host name of its own. It has a page to sign in as any of the accounts. */
export async function startRealProvider(accounts: Record<string, Record<string, unknown>>) {
  const handler: { answer?: ReturnType<Provider["callback"]> } = {};
  const server = createServer((request, response) => handler.answer?.(request, response));
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    settings: { issuer, clientId: client.client_id, clientSecret: client.client_secret, name: "Fernhill ID" },
    /** The console's address is known only once it has started with these settings. */
    register(origin: string) {
      const provider = new Provider(issuer, {
        clients: [
          {
            ...client,
            redirect_uris: [`${origin}/api/auth/sso/return`],
            post_logout_redirect_uris: [`${origin}/sign-in`],
          },
        ],
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
        findAccount: async (_context, id) => ({
          accountId: id,
          claims: async () => ({ sub: id, ...accounts[id] }),
        }),
        cookies: { keys: ["a key of the provider's cookies"] },
      });
      handler.answer = provider.callback();
    },
    /** Signs in as this account, as a browser does. Returns the query with which the provider sends it back. */
    async signIn(authorizationUrl: string, account: string) {
      const jar = new Map<string, string>();
      const open = async (url: string, form?: Record<string, string>) => {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const body = form && new URLSearchParams(form);
        const response = await fetch(url, {
          ...{ method: form ? "POST" : "GET", headers: { cookie }, redirect: "manual" },
          ...(body ? { body } : {}),
        });
        for (const line of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        return new URL(response.headers.get("location") ?? "", issuer).href;
      };
      let url = await open(authorizationUrl);
      const forms: Record<string, string>[] = [
        { prompt: "login", login: account, password: "any" },
        { prompt: "consent" },
      ];
      for (const form of forms) {
        if (!url.includes("/interaction/")) break;
        url = await open(await open(url, form));
      }
      return new URL(url).searchParams;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(closed);
      }),
  };
}
