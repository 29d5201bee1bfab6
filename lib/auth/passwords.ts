import { hash, verify } from "@node-rs/argon2";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";

/** OWASP's minimum for argon2id, which is the package's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const limited = createConcurrencyLimit({
  atOnce: 2,
  waiting: 8,
  sentence: "Many people are signing in. Try again shortly.",
});

/** Required by NIST SP 800-63B, because another keyboard can produce another Unicode form. */
const normalized = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string) => limited(() => hash(normalized(password), cost));

export const verifyPassword = (stored: { hash: string; password: string }) =>
  limited(() => verify(stored.hash, normalized(stored.password)));
