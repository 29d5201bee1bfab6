import * as argon2 from "@node-rs/argon2";
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

/** `outdated`: the hash was stored before passwords were normalized, and matches the password as it was typed. */
type Verified = "right" | "outdated" | "wrong";

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes and checks passwords, a few at once in the whole process. */
export const createPasswords = ({ hash, verify }: Pick<typeof argon2, "hash" | "verify"> = argon2) => ({
  hash: (password: string) => limited(() => hash(normalized(password), cost)),
  verify: (stored: { hash: string; password: string }) =>
    limited(async (): Promise<Verified> => {
      const form = normalized(stored.password);
      if (await verify(stored.hash, form)) return "right";
      return form !== stored.password && (await verify(stored.hash, stored.password)) ? "outdated" : "wrong";
    }),
});
