import * as openid from "openid-client";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { SsoSettings } from "@/lib/contract/console/people/sso";
import { isLoopback } from "@/lib/http/origins";
import { type ProviderAccount, readAccount } from "./claims";
import { fromTheFuture, otherIssuer, providerFault } from "./sso-fault";

const timeoutSeconds = 5;
const toleranceSeconds = 30;
/** The specification leaves it open how far ahead a provider's clock may be. */
const mostAheadSeconds = 5 * 60;

/** Expected values of a return from the provider. */
export type Checks = { state: string; nonce: string; verifier: string };

/** One OpenID Connect provider: authorization code with PKCE, state and nonce. Its address is looked up at the first use. */
export function createProvider(settings: SsoSettings, { redirectUri, log }: { redirectUri: string; log: Logger }) {
  let discovered: Promise<openid.Configuration> | undefined;

  /** Tried again after a failure. */
  function configuration() {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  /** Throws a Problem. */
  async function ask<T>(run: (config: openid.Configuration) => Promise<T> | T): Promise<T> {
    try {
      return await run(await configuration());
    } catch (error) {
      log.warn({ err: error, provider: settings.name }, "single sign-on failed");
      throw providerFault(settings, error);
    }
  }

  return {
    begin: () => ask((config) => authorization(config, settings, redirectUri)),

    /** `query` is that of the return. The rest of its address is the configured one, because a proxy may change it. */
    finish: (query: URLSearchParams, checks: Checks): Promise<ProviderAccount> =>
      ask((config) => accountAtReturn(config, settings, { address: new URL(`${redirectUri}?${query}`), checks })),

    /** Where the browser signs out of the provider; undefined if the provider offers that nowhere, or does not answer. */
    signOutUrl: (idToken: string, returnTo: string) =>
      ask((config) =>
        config.serverMetadata().end_session_endpoint === undefined
          ? undefined
          : openid.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href,
      ).catch(() => {
        // `ask` has logged it. The session here ends without the provider.
        return undefined;
      }),
  };
}

async function discover(settings: SsoSettings) {
  const { issuer, clientId, clientSecret } = settings;
  const isPlain = issuer.startsWith("http:") && isLoopback(issuer);
  const config = await openid.discovery(
    new URL(issuer),
    clientId,
    { [openid.clockTolerance]: toleranceSeconds },
    clientAuth(clientSecret),
    {
      timeout: timeoutSeconds,
      execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
    },
  );
  const named = config.serverMetadata().issuer;
  if (named !== issuer) throw otherIssuer(settings, named);
  return config;
}

/** The provider's page to open, and what its return must match. */
async function authorization(config: openid.Configuration, settings: SsoSettings, redirectUri: string) {
  const verifier = openid.randomPKCECodeVerifier();
  const checks: Checks = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopeOf(config, settings),
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return { checks, url: url.href };
}

/** Exchanges the code of a return for tokens, and reads the account from them. */
async function accountAtReturn(
  config: openid.Configuration,
  settings: SsoSettings,
  { address, checks: { state, nonce, verifier } }: { address: URL; checks: Checks },
) {
  const tokens = await openid.authorizationCodeGrant(config, address, {
    ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
  });
  const [claims, idToken] = [tokens.claims(), tokens.id_token];
  if (!claims || !idToken) throw new Error("There is no ID token.");
  if (claims.iat > clock.nowMs() / 1_000 + mostAheadSeconds) throw fromTheFuture(settings);
  const hasUserinfo = config.serverMetadata().userinfo_endpoint !== undefined;
  const userinfo = hasUserinfo ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
  return readAccount({ claims, userinfo, idToken, roleClaim: settings.roles?.claim });
}

/** The method that the provider names. Without a name, it is the default of OpenID Connect. */
function clientAuth(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
}

/** Some providers send a claim only for a scope of its name. Others refuse scopes that they do not name. */
function scopeOf(config: openid.Configuration, { roles }: SsoSettings) {
  const offered = config.serverMetadata().scopes_supported ?? [];
  return ["openid", "email", "profile", ...offered.filter((scope) => scope === roles?.claim)].join(" ");
}
