import * as openid from "openid-client";
import type { SsoFault, SsoSettings } from "@/lib/contract/console/people/sso";
import { Problem } from "@/lib/contract/problem";
import { isPlainObject, textIn } from "@/lib/format/json";
import { keyFor, openText, sealText } from "@/lib/secret";
import { foreignText, SsoRefusal } from "./sso-refusal";

/** A fault of the provider or of its settings. `said` is the provider's own sentence. */
function providerRefusal(beginning: string, { code, said, cause }: { code: string; said?: string; cause?: unknown }) {
  const message = said ? `${beginning}: “${foreignText(said)}”` : `${beginning}.`;
  return new SsoRefusal(message, { code, recorded: `${message} (${foreignText(code)})`, cause });
}

export const otherIssuer = ({ name, issuer }: SsoSettings, named: string) =>
  new SsoRefusal(`${name} calls itself ${named}, but SWITCHBOARD_OIDC_ISSUER is ${issuer}. Both must be equal.`, {
    code: "issuer_mismatch",
  });

export const fromTheFuture = ({ name }: SsoSettings) =>
  new SsoRefusal(`${name} signs with a time in the future. Its clock or Switchboard’s is wrong.`, {
    code: "iat_in_the_future",
  });

/** Any failure of a request to the provider, or of the check of its answer. */
export function providerFault(settings: SsoSettings, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code = "", cause } = isCoded(error) ? error : {};
  const { attribute, body } = isPlainObject(cause) ? cause : {};
  if (attribute === "issuer" && isPlainObject(body)) return otherIssuer(settings, textIn(body.issuer) ?? "nothing");
  const { name } = settings;
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError) {
    const isAnswer = error instanceof openid.AuthorizationResponseError;
    const beginning = isAnswer ? `${name} did not sign you in` : `${name} refused Switchboard’s request`;
    return providerRefusal(beginning, { code: error.error, said: textIn(error.error_description), cause: error });
  }
  const isAnswer = code.startsWith("OAUTH_") && code !== "OAUTH_TIMEOUT";
  return isAnswer
    ? providerRefusal(`The answer of ${name} was not accepted`, { code, cause: error })
    : providerRefusal(`${name} did not answer. Try again later`, { code: code || "unreachable", cause: error });
}

const isCoded = (error: unknown): error is { code?: string; cause?: unknown } => error instanceof Error;

/** Passes a fault to the page on which the sign-in ends. Sealed, so that nobody can make Switchboard show a text. */
export function createFaultSeal(secret: string) {
  const key = keyFor("single sign-on fault", secret);
  return {
    seal(problem: Problem) {
      const fault: SsoFault = {
        message: problem.message,
        code: (problem instanceof SsoRefusal && problem.detail) || null,
      };
      return sealText(key, JSON.stringify(fault), "fault");
    },
    open(sealed: string): SsoFault | undefined {
      const text = openText(key, sealed, "fault");
      return text === undefined ? undefined : JSON.parse(text);
    },
  };
}
