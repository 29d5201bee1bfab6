import { hash, verify } from "@node-rs/argon2";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";

/** OWASP's floor for argon2id, which is what this package makes when no other algorithm is named. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const limited = createConcurrencyLimit({
  atOnce: 2,
  waiting: 8,
  sentence: "Many people are signing in. Try again shortly.",
});

export const hashPassword = (password: string) => limited(() => hash(password, cost));

export const verifyPassword = (kept: { hash: string; password: string }) =>
  limited(() => verify(kept.hash, kept.password));
