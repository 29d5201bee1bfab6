import type { Operation } from "@/lib/contract/operation";
import type { PlatformAnswer } from "@/lib/gateway/observation";

export type Collect = {
  /** ID of the platform account, as `accountOf` returns it. Does not reveal the key. */
  accountId: string;
  /** Fingerprint of the demo platform's key, if this installation has one. */
  demoKeyFingerprint?: string | undefined;
  read: (op: Operation, input: Record<string, unknown>) => Promise<PlatformAnswer>;
};
