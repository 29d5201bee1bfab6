import { isIPv6 } from "node:net";
import { z } from "zod";
import { isPlatformAddress } from "@/lib/contract/console/connection-change";
import { passwordFault } from "@/lib/contract/console/password";
import { attempt } from "@/lib/format/attempt";

/** Reads and validates the environment. Throws with one sentence for each invalid variable. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const defined = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const result = variables.safeParse(defined);
  if (!result.success) throw new Error(sentences(result.error.issues));
  const value = result.data;
  const port = value.PORT;

  return {
    port,
    host: value.HOST,
    /** The address that people type. */
    origin: value.SWITCHBOARD_ORIGIN ?? `http://${isIPv6(value.HOST) ? `[${value.HOST}]` : value.HOST}:${port}`,
    voiceApiBaseUrl: value.VOICE_API_BASE_URL,
    voiceApiKey: value.VOICE_API_KEY,
    voiceApiTimeoutMs: value.VOICE_API_TIMEOUT_MS,
    databaseUrl: value.DATABASE_URL,
    dataDir: value.DATA_DIR,
    secret: value.SWITCHBOARD_SECRET,
    adminEmail: value.SWITCHBOARD_ADMIN_EMAIL,
    adminPassword: value.SWITCHBOARD_ADMIN_PASSWORD,
    logLevel: value.LOG_LEVEL,
    trustedHops: value.SWITCHBOARD_TRUSTED_HOPS,
    metricsToken: value.SWITCHBOARD_METRICS_TOKEN,
    smtpUrl: value.SMTP_URL,
    smtpFrom: value.SMTP_FROM,
    allowsPrivateHosts: value.SWITCHBOARD_ALLOW_PRIVATE_HOSTS === "1",
    platformPort: value.SWITCHBOARD_PLATFORM_PORT,
    platformKey: value.SWITCHBOARD_PLATFORM_KEY,
    samples: value.SWITCHBOARD_SAMPLES,
    isProduction: value.NODE_ENV === "production",
    isBuild: value.NEXT_PHASE === "phase-production-build",
  };
}

/** The environment's key for an address. Undefined if the key belongs to another address, so that it is not sent there. */
export function keyFor(baseUrl: string | undefined, source: Record<string, string | undefined> = process.env) {
  const configured = source.VOICE_API_BASE_URL || baseUrl;
  const isSameAddress = baseUrl === undefined || configured?.replace(/\/+$/, "") === baseUrl.replace(/\/+$/, "");
  return (isSameAddress && source.VOICE_API_KEY) || undefined;
}

const port = z.coerce
  .number("must be a port number between 0 and 65535")
  .int("must be a port number between 0 and 65535")
  .min(0, "must be a port number between 0 and 65535")
  .max(65535, "must be a port number between 0 and 65535");

const address = (protocols: RegExp, message: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.test(new URL(value).protocol), message);

const web = "must be an address such as https://switchboard.example.com";

const urlOf = (value: string) => attempt(() => new URL(value));

/** Browsers treat these as secure without https. https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy */
const isLoopbackHost = (hostname: string) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

const variables = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().default("127.0.0.1"),
    SWITCHBOARD_ORIGIN: address(/^https?:$/, web)
      .refine((value) => urlOf(value)?.pathname === "/", "must be an address without a path")
      .refine(
        (value) => urlOf(value)?.protocol === "https:" || isLoopbackHost(urlOf(value)?.hostname ?? ""),
        "must begin with https://, unless it is this computer: browsers keep no session over http",
      )
      .transform((value) => new URL(value).origin)
      .optional(),
    VOICE_API_BASE_URL: z
      .string()
      .refine(
        isPlatformAddress,
        "must be an address such as https://api.example.com without a name, a password or a query in it",
      )
      .transform((value) => value.replace(/\/+$/, ""))
      .optional(),
    VOICE_API_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "must be one line of plain letters, digits and signs")
      // The secret filter could not tell a shorter key from other text in the platform's answers.
      .min(8, "must be at least 8 characters long")
      .optional(),
    VOICE_API_TIMEOUT_MS: z.coerce
      .number("must be a number of milliseconds from 500 to 120000")
      .int("must be a number of milliseconds from 500 to 120000")
      .min(500, "must be a number of milliseconds from 500 to 120000")
      .max(120_000, "must be a number of milliseconds from 500 to 120000")
      .default(10_000),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must be an address such as postgresql://user:password@host:5432/name")
      .optional(),
    DATA_DIR: z.string().default(".data"),
    SWITCHBOARD_SECRET: z.string().min(32, "must be at least 32 characters long").optional(),
    SWITCHBOARD_ADMIN_EMAIL: z.email("must be an email address").optional(),
    SWITCHBOARD_ADMIN_PASSWORD: z.string().optional(),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
        error: "must be one of fatal, error, warn, info, debug, trace, silent",
      })
      .default("info"),
    SWITCHBOARD_TRUSTED_HOPS: z.coerce
      .number("must be a whole number from 0 to 10")
      .int("must be a whole number from 0 to 10")
      .min(0, "must be a whole number from 0 to 10")
      .max(10, "must be a whole number from 0 to 10")
      .default(0),
    SWITCHBOARD_METRICS_TOKEN: z.string().min(16, "must be at least 16 characters long").optional(),
    SMTP_URL: address(/^smtps?:$/, "must be an address such as smtps://user:password@mail.example.com:465").optional(),
    SMTP_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, "must be an email address")
      .optional(),
    SWITCHBOARD_ALLOW_PRIVATE_HOSTS: z.enum(["0", "1"], { error: "must be 0 or 1" }).optional(),
    SWITCHBOARD_PLATFORM_PORT: port.optional(),
    SWITCHBOARD_PLATFORM_KEY: z.string().optional(),
    SWITCHBOARD_SAMPLES: z
      .string()
      .default("[]")
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.array(z.object({ resource: z.string(), id: z.string(), name: z.string() }))),
    NODE_ENV: z.string().optional(),
    NEXT_PHASE: z.string().optional(),
  })
  .superRefine((value, context) => {
    const together = (one: keyof typeof value, other: keyof typeof value, reason: string) => {
      if (value[one] !== undefined && value[other] === undefined)
        context.addIssue({ code: "custom", path: [other], message: `must be set when ${one} is: ${reason}` });
    };
    together("VOICE_API_BASE_URL", "VOICE_API_KEY", "the platform asks for a key");
    together("VOICE_API_KEY", "VOICE_API_BASE_URL", "the key is sent to that address only");
    together("SMTP_URL", "SMTP_FROM", "mail must come from somebody");
    together("SWITCHBOARD_ADMIN_EMAIL", "SWITCHBOARD_ADMIN_PASSWORD", "the first admin needs both");
    together("SWITCHBOARD_ADMIN_PASSWORD", "SWITCHBOARD_ADMIN_EMAIL", "the first admin needs both");
    const { SWITCHBOARD_ADMIN_EMAIL: email, SWITCHBOARD_ADMIN_PASSWORD: password } = value;
    const fault = email && password ? passwordFault(password, { email }) : undefined;
    if (fault)
      context.addIssue({
        code: "custom",
        path: ["SWITCHBOARD_ADMIN_PASSWORD"],
        message: `is refused: ${asClause(fault)}`,
      });
  });

export type Env = {
  port: number;
  host: string;
  origin: string;
  voiceApiBaseUrl: string | undefined;
  voiceApiKey: string | undefined;
  voiceApiTimeoutMs: number;
  databaseUrl: string | undefined;
  dataDir: string;
  secret: string | undefined;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  logLevel: z.infer<typeof variables>["LOG_LEVEL"];
  trustedHops: number;
  metricsToken: string | undefined;
  smtpUrl: string | undefined;
  smtpFrom: string | undefined;
  allowsPrivateHosts: boolean;
  platformPort: number | undefined;
  platformKey: string | undefined;
  /** Sample records of the local platform that people can open. */
  samples: { resource: string; id: string; name: string }[];
  isProduction: boolean;
  isBuild: boolean;
};

/** One sentence per variable, from its first issue. */
function sentences(issues: readonly z.core.$ZodIssue[]) {
  const first = new Map([...issues].reverse().map(({ path, message }) => [path.join("."), message]));
  return [...first]
    .reverse()
    .map(([name, message]) => `${name} ${message}.`)
    .join(" ");
}

const asClause = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
