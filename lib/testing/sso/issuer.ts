import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

type Claims = Record<string, unknown>;

/** Content of the next answers. Each field replaces the right value. */
export type Answers = {
  /** Claims of the ID token, besides the right ones. */
  claims?: Claims;
  userinfo?: Claims;
  /** Signs the token with another key, or not at all. */
  signature?: "other key" | "none";
  /** The issuer in the metadata. */
  named?: string;
  hasSignOut?: boolean;
  /** Instead of a token. */
  refusal?: Claims;
};

const clientId = "switchboard";
const clientSecret = "a client secret";

/** An OpenID Connect provider that issues what a test asks for, also wrong tokens. It signs everybody in at once. */
export async function startIssuer() {
  const [right, other] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const state: { answers: Answers; isDown: boolean } = { answers: {}, isDown: false };
  const requests: { path: string; body: URLSearchParams; authorization: string | undefined }[] = [];
  const authorizations = new Map<string, URLSearchParams>();

  async function idToken(nonce: string | null) {
    const { claims = {}, signature } = state.answers;
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const payload = {
      ...{ iss: issuer, aud: clientId, sub: "subject-1", iat: nowSeconds, exp: nowSeconds + 300, nonce },
      ...claims,
    };
    if (signature === "none") {
      const encoded = [{ alg: "none" }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
      return `${encoded.join(".")}.`;
    }
    const { privateKey } = signature === "other key" ? other : right;
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "1" }).sign(privateKey);
  }

  async function answer(path: string, body: URLSearchParams): Promise<unknown> {
    if (path === "/.well-known/openid-configuration")
      return {
        issuer: state.answers.named ?? issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        ...(state.answers.hasSignOut ? { end_session_endpoint: `${issuer}/sign-out` } : {}),
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["RS256", "none"],
        token_endpoint_auth_methods_supported: ["client_secret_basic"],
      };
    if (path === "/keys") return { keys: [{ ...(await exportJWK(right.publicKey)), kid: "1", alg: "RS256" }] };
    if (path === "/userinfo") return { sub: "subject-1", ...state.answers.userinfo };
    if (state.answers.refusal) return state.answers.refusal;
    const begun = authorizations.get(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (!begun || begun.get("code_challenge") !== challenge || begun.get("redirect_uri") !== body.get("redirect_uri"))
      return { error: "invalid_grant" };
    return { access_token: "an access token", token_type: "Bearer", id_token: await idToken(begun.get("nonce")) };
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", issuer);
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = new URLSearchParams(text);
    requests.push({ path: pathname, body, authorization: request.headers.authorization });
    if (state.isDown) return void request.socket.destroy();
    const json = (await answer(pathname, body)) as Claims;
    response.writeHead(json.error ? 400 : 200, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    settings: { issuer, clientId, clientSecret, name: "Fernhill ID" },
    requests,
    answerWith(answers: Answers) {
      state.answers = answers;
    },
    goDown(isDown: boolean) {
      state.isDown = isDown;
    },
    /** The query with which the provider sends a browser back from this address. */
    signIn(authorizationUrl: string) {
      const { searchParams } = new URL(authorizationUrl);
      const code = `code-${authorizations.size}`;
      authorizations.set(code, searchParams);
      return new URLSearchParams({ code, state: searchParams.get("state") ?? "" });
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(closed);
      }),
  };
}
