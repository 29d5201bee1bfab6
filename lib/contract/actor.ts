import type { Role } from "./operation";

/** Name of the actor in the audit log if nobody is signed in. */
export const stranger = "Somebody not signed in";

/** A signed-in person. `viewedFrom` is the account's own role while an admin views as another role. */
export type Person = {
  id: string;
  name: string;
  email: string;
  role: Role;
  viewedFrom?: "admin" | undefined;
  sessionId: string;
  /** Phone numbers in answers are masked. */
  hidesNumbers?: boolean;
  /** Until then, this session gets the numbers that are else masked. */
  numbersShownUntil?: Date | undefined;
  /** Set if a program acts with a token of this person. */
  token?: { id: string; maySend: boolean } | undefined;
};

/** Actor and detail of an unattended send. The audit log records it under the name of the rule or plan, with its reason. */
export type Automatic = {
  actor: { id?: string; name: string; email: string; role?: Role };
  detail: Record<string, unknown>;
};
