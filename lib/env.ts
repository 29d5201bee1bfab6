import { isIPv6 } from "node:net";
import * as z from "zod/mini";
import { isPlatformAddress } from "@/lib/contract/console/connection-change";
import { passwordFault } from "@/lib/contract/console/people/password";
import { parseRoleMapping, type SsoSettings } from "@/lib/contract/console/people/sso";
import { roles } from "@/lib/contract/operation";
import { type Installation, installationColors } from "@/lib/format/installation";
import { readAddress } from "@/lib/format/read-address";
import { hasVisibleText } from "@/lib/format/visible-text";

/** Reads and validates the environment. Throws with one sentence for each invalid variable. */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const defined = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const inQuotes = Object.entries(defined).filter(isInQuotes);
  if (inQuotes.length > 0)
    throw new Error(
      inQuotes.map(([name]) => `${name} is in quotation marks, which are part of it here. Remove them.`).join(" "),
    );
  const result = variables.safeParse(defined);
  if (!result.success) throw new Error(sentences(result.error.issues));
  const value = result.data;
  const port = value.PORT;

  return {
    port,
    host: value.HOST,
    /** The address that people type. */
    origin: value.SWITCHBOARD_ORIGIN ?? `http://${isIPv6(value.HOST) ? `[${value.HOST}]` : value.HOST}:${port}`,
    /** Where the platform reaches `/hooks/`, if not at the origin. */
    hooksOrigin: value.SWITCHBOARD_HOOKS_ORIGIN,
    voiceApiBaseUrl: value.VOICE_API_BASE_URL,
    voiceApiKey: value.VOICE_API_KEY,
    voiceApiTimeoutMs: value.VOICE_API_TIMEOUT_MS,
    databaseUrl: value.DATABASE_URL,
    dataDir: value.DATA_DIR,
    secret: value.SWITCHBOARD_SECRET,
    adminEmail: value.SWITCHBOARD_ADMIN_EMAIL,
    adminPassword: value.SWITCHBOARD_ADMIN_PASSWORD,
    logLevel: value.LOG_LEVEL,
    /** Also writes the audit log to the output. */
    logsAudit: value.LOG_AUDIT === "1",
    trustedHops: value.SWITCHBOARD_TRUSTED_HOPS,
    metricsToken: value.SWITCHBOARD_METRICS_TOKEN,
    smtpUrl: value.SMTP_URL,
    smtpFrom: value.SMTP_FROM,
    sso: ssoOf(value),
    installation: installationOf(value),
    allowsPrivateHosts: value.SWITCHBOARD_ALLOW_PRIVATE_HOSTS === "1",
    platformPort: value.SWITCHBOARD_PLATFORM_PORT,
    platformKey: value.SWITCHBOARD_PLATFORM_KEY,
    isProduction: value.NODE_ENV === "production",
    isBuild: value.NEXT_PHASE === "phase-production-build",
  };
}

export type Env = ReturnType<typeof readEnv>;

function installationOf({ SWITCHBOARD_NAME: name, SWITCHBOARD_COLOR: color = "gray" }: z.output<typeof variables>) {
  return name === undefined ? undefined : ({ name, color } satisfies Installation);
}

function ssoOf(value: z.output<typeof variables>): SsoSettings | undefined {
  const { SWITCHBOARD_OIDC_ISSUER: issuer, SWITCHBOARD_OIDC_CLIENT_ID: clientId } = value;
  const { SWITCHBOARD_OIDC_CLIENT_SECRET: clientSecret, SWITCHBOARD_OIDC_ROLE_CLAIM: claim } = value;
  if (!issuer || !clientId || !clientSecret) return undefined;
  const byValue = parseRoleMapping(value.SWITCHBOARD_OIDC_ROLES ?? "");
  const name = value.SWITCHBOARD_OIDC_NAME ?? new URL(issuer).host;
  return { issuer, clientId, clientSecret, name, roles: claim && byValue ? { claim, byValue } : undefined };
}

/** The environment's key for an address. Undefined if the key belongs to another address, so that it is not sent there. */
export function keyFor(baseUrl: string | undefined, source: Record<string, string | undefined> = process.env) {
  const configured = source.VOICE_API_BASE_URL || baseUrl;
  const isSameAddress = baseUrl === undefined || configured?.replace(/\/+$/, "") === baseUrl.replace(/\/+$/, "");
  return (isSameAddress && source.VOICE_API_KEY) || undefined;
}

function integer(least: number, most: number, message: string) {
  return z.coerce.number(message).check(z.int(message), z.gte(least, message), z.lte(most, message));
}

const port = integer(0, 65_535, "must be a port number between 0 and 65535");

/** Files with line ends of Windows leave one at the end. */
const oneLine = z.string().check(z.refine((value) => !/\p{Cc}/u.test(value), "must be one line"));

const address = (protocols: RegExp, message: string) =>
  z.string().check(z.refine((value) => protocols.test(readAddress(value)?.protocol ?? ""), message));

/** For addresses with a password, whose signs can end the host early. */
const inPercentForm =
  "Write signs in the name and the password in percent form: / as %2F, ? as %3F, # as %23, @ as %40, % as %25";

const web = "must be an address such as https://switchboard.example.com";

const urlOf = readAddress;

/** pg checks the certificate in all of these modes, and warns of each but the last. */
const withVerifiedTls = (url: string) =>
  url.includes("uselibpqcompat=")
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, "$1verify-full");

const marks = `"'\`“”„‘’‚«»`;
const quoted = /^(?:".*"|'.*'|`.*`|[“„”].*[“”]|[‘‚’].*[‘’]|[«»].*[«»])$/s;

/** Files of containers pass quotation marks on. Not the secret: data may be sealed with one that holds them. */
const isInQuotes = ([name, value]: [string, string | undefined]) =>
  name in variables.shape && name !== "SWITCHBOARD_SECRET" && quoted.test(value ?? "");

/** Browsers treat these as secure without https. https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy */
const isLoopbackHost = (hostname: string) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** An address without a path, over https unless it is this computer. */
const originAddress = address(/^https?:$/, web).check(
  z.refine((value) => urlOf(value)?.pathname === "/", "must be an address without a path"),
  z.refine(
    (value) => urlOf(value)?.protocol === "https:" || isLoopbackHost(urlOf(value)?.hostname ?? ""),
    "must begin with https://, unless it is this computer: browsers keep no session over http",
  ),
  z.overwrite((value) => urlOf(value)?.origin ?? value),
);

/** Kept as typed, because providers compare it exactly, up to its trailing slash. */
const issuer = address(/^https?:$/, "must be an address such as https://login.example.com").check(
  z.refine(
    (value) => [urlOf(value)?.username, urlOf(value)?.password].every((part) => !part),
    "must be an address without a name or a password",
  ),
  z.refine((value) => !/[?#]/.test(value), "must be an address without a query"),
  z.refine(
    (value) => urlOf(value)?.protocol === "https:" || isLoopbackHost(urlOf(value)?.hostname ?? ""),
    "must begin with https://, unless it is this computer",
  ),
);

const variables = z
  .object({
    PORT: z._default(port, 3000),
    HOST: z._default(oneLine, "127.0.0.1"),
    SWITCHBOARD_ORIGIN: z.optional(originAddress),
    SWITCHBOARD_HOOKS_ORIGIN: z.optional(originAddress),
    VOICE_API_BASE_URL: z.optional(
      z.string().check(
        z.refine(
          isPlatformAddress,
          "must be an address such as https://api.example.com without a name, a password or a query in it",
        ),
        z.overwrite((value) => value.replace(/\/+$/, "")),
      ),
    ),
    VOICE_API_KEY: z.optional(
      z.string().check(
        z.regex(/^[\x21-\x7e]+$/, "must be one line of plain letters, digits and signs"),
        // The secret filter could not tell a shorter key from other text in the platform's answers.
        z.minLength(8, "must be at least 8 characters long"),
      ),
    ),
    VOICE_API_TIMEOUT_MS: z._default(
      integer(500, 120_000, "must be a number of milliseconds from 500 to 120000"),
      10_000,
    ),
    DATABASE_URL: z.optional(
      address(
        /^postgres(ql)?:$/,
        `must be an address such as postgresql://user:password@host:5432/name. ${inPercentForm}`,
      ).check(z.overwrite(withVerifiedTls)),
    ),
    DATA_DIR: z._default(
      oneLine.check(
        // Half a pair is left by editors and scripts, and would name another folder.
        z.refine((path) => !new RegExp(`^[${marks}]|[${marks}]$`).test(path), "must be a path without quotation marks"),
      ),
      ".data",
    ),
    SWITCHBOARD_SECRET: z.optional(z.string().check(z.minLength(32, "must be at least 32 characters long"))),
    SWITCHBOARD_ADMIN_EMAIL: z.optional(z.email("must be an email address")),
    SWITCHBOARD_ADMIN_PASSWORD: z.optional(oneLine),
    LOG_LEVEL: z._default(
      z.enum(
        ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
        "must be one of fatal, error, warn, info, debug, trace, silent",
      ),
      "info",
    ),
    LOG_AUDIT: z.optional(z.enum(["0", "1"], "must be 0 or 1")),
    SWITCHBOARD_TRUSTED_HOPS: z._default(integer(0, 10, "must be a whole number from 0 to 10"), 0),
    SWITCHBOARD_NAME: z.optional(
      oneLine.check(
        z.trim(),
        z.refine(hasVisibleText, "must have letters that people can see"),
        z.maxLength(40, "must be at most 40 characters long"),
      ),
    ),
    SWITCHBOARD_COLOR: z.optional(
      z.enum(installationColors, `must be one of ${installationColors.join(", ")}, which are readable in both themes`),
    ),
    SWITCHBOARD_METRICS_TOKEN: z.optional(oneLine.check(z.minLength(16, "must be at least 16 characters long"))),
    SMTP_URL: z.optional(
      address(/^smtps?:$/, `must be an address such as smtps://user:password@mail.example.com:465. ${inPercentForm}`),
    ),
    SMTP_FROM: z.optional(z.string().check(z.regex(/^[^\r\n]*@[^\r\n]+$/, "must be an email address"))),
    SWITCHBOARD_OIDC_ISSUER: z.optional(issuer),
    SWITCHBOARD_OIDC_CLIENT_ID: z.optional(oneLine),
    SWITCHBOARD_OIDC_CLIENT_SECRET: z.optional(oneLine),
    SWITCHBOARD_OIDC_NAME: z.optional(oneLine.check(z.maxLength(40, "must be at most 40 characters long"))),
    SWITCHBOARD_OIDC_ROLE_CLAIM: z.optional(oneLine),
    SWITCHBOARD_OIDC_ROLES: z.optional(
      z
        .string()
        .check(
          z.refine(
            (value) => parseRoleMapping(value) !== undefined,
            `must be value=role pairs such as voice-admins=admin,desk=support, with the roles ${roles.join(", ")}`,
          ),
        ),
    ),
    SWITCHBOARD_ALLOW_PRIVATE_HOSTS: z.optional(z.enum(["0", "1"], "must be 0 or 1")),
    SWITCHBOARD_PLATFORM_PORT: z.optional(port),
    SWITCHBOARD_PLATFORM_KEY: z.optional(z.string()),
    NODE_ENV: z.optional(z.string()),
    NEXT_PHASE: z.optional(z.string()),
  })
  .check(
    z.superRefine((value, context) => {
      const together = (one: keyof typeof value, other: keyof typeof value, reason: string) => {
        if (value[one] !== undefined && value[other] === undefined)
          context.addIssue({ code: "custom", path: [other], message: `must be set when ${one} is: ${reason}` });
      };
      together("VOICE_API_BASE_URL", "VOICE_API_KEY", "the platform asks for a key");
      together("VOICE_API_KEY", "VOICE_API_BASE_URL", "the key is sent to that address only");
      together("SWITCHBOARD_COLOR", "SWITCHBOARD_NAME", "people who do not see colors need a name");
      together("SMTP_URL", "SMTP_FROM", "mail must come from somebody");
      together("SWITCHBOARD_ADMIN_EMAIL", "SWITCHBOARD_ADMIN_PASSWORD", "the first admin needs both");
      together("SWITCHBOARD_ADMIN_PASSWORD", "SWITCHBOARD_ADMIN_EMAIL", "the first admin needs both");
      const provider = "single sign-on needs the provider's address, client ID and client secret";
      together("SWITCHBOARD_OIDC_ISSUER", "SWITCHBOARD_OIDC_CLIENT_ID", provider);
      together("SWITCHBOARD_OIDC_ISSUER", "SWITCHBOARD_OIDC_CLIENT_SECRET", provider);
      for (const part of ["CLIENT_ID", "CLIENT_SECRET", "NAME", "ROLE_CLAIM", "ROLES"] as const)
        together(`SWITCHBOARD_OIDC_${part}`, "SWITCHBOARD_OIDC_ISSUER", provider);
      together("SWITCHBOARD_OIDC_ROLE_CLAIM", "SWITCHBOARD_OIDC_ROLES", "each value of the claim needs a role");
      together("SWITCHBOARD_OIDC_ROLES", "SWITCHBOARD_OIDC_ROLE_CLAIM", "the values are those of a claim");
      const { SWITCHBOARD_ADMIN_EMAIL: email, SWITCHBOARD_ADMIN_PASSWORD: password } = value;
      const fault = email && password ? passwordFault(password, { email }) : undefined;
      if (fault)
        context.addIssue({
          code: "custom",
          path: ["SWITCHBOARD_ADMIN_PASSWORD"],
          message: `is refused: ${asClause(fault)}`,
        });
    }),
  );

/** One sentence per variable, from its first issue. */
function sentences(issues: readonly z.core.$ZodIssue[]) {
  const first = new Map([...issues].reverse().map(({ path, message }) => [path.join("."), message]));
  return [...first]
    .reverse()
    .map(([name, message]) => `${name} ${message}.`)
    .join(" ");
}

const asClause = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
