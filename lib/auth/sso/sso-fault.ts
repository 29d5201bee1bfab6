import * as openid from "openid-client";
import type { SsoFault, SsoSettings } from "@/lib/contract/console/people/sso";
import { Problem } from "@/lib/contract/problem";
import { isPlainObject, textIn } from "@/lib/format/json";
import { keyFor, openText, sealText } from "@/lib/secret";

/** A fault of the provider or of its settings. */
class ProviderFault extends Problem {
  constructor(
    message: string,
    readonly detail: string,
    cause?: unknown,
  ) {
    super("forbidden", message, { cause, outcome: "refused" });
  }
}

export const otherIssuer = ({ name, issuer }: SsoSettings, named: string) =>
  new ProviderFault(
    `${name} calls itself ${named}, but SWITCHBOARD_OIDC_ISSUER is ${issuer}. Both must be equal.`,
    "issuer_mismatch",
  );

/** Any failure of a request to the provider, or of the check of its answer. */
export function providerFault(settings: SsoSettings, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code = "", cause } = isCoded(error) ? error : {};
  const { attribute, body } = isPlainObject(cause) ? cause : {};
  if (attribute === "issuer" && isPlainObject(body)) return otherIssuer(settings, textIn(body.issuer) ?? "nothing");
  const { name } = settings;
  if (error instanceof openid.AuthorizationResponseError)
    return new ProviderFault(`${name} did not sign you in.`, error.error, error);
  if (error instanceof openid.ResponseBodyError)
    return new ProviderFault(`${name} refused Switchboard’s request.`, error.error, error);
  const isAnswer = code.startsWith("OAUTH_") && code !== "OAUTH_TIMEOUT";
  return isAnswer
    ? new ProviderFault(`The answer of ${name} was not accepted.`, code, error)
    : new ProviderFault(`${name} did not answer. Try again later.`, code || "unreachable", error);
}

const isCoded = (error: unknown): error is { code?: string; cause?: unknown } => error instanceof Error;

/** Passes a fault to the page on which the sign-in ends. Sealed, so that nobody can make Switchboard show a text. */
export function createFaultSeal(secret: string) {
  const key = keyFor("single sign-on fault", secret);
  return {
    seal(problem: Problem) {
      const fault: SsoFault = {
        message: problem.message,
        code: problem instanceof ProviderFault ? problem.detail : null,
      };
      return sealText(key, JSON.stringify(fault), "fault");
    },
    open(sealed: string): SsoFault | undefined {
      const text = openText(key, sealed, "fault");
      return text === undefined ? undefined : JSON.parse(text);
    },
  };
}
