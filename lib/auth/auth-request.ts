import type * as z from "zod/mini";
import { passwordFault } from "@/lib/contract/console/people/password";
import { Problem } from "@/lib/contract/problem";

/** A request under `/api/auth/`. */
export type AuthRequest = {
  body: unknown;
  query: URLSearchParams;
  cookie: string | undefined;
  userAgent: string | undefined;
  address: string;
  requestId: string;
};

export type AuthAnswer = { value: unknown; cookies?: string[] };

/** Routes by method and path. */
export type AuthRoutes = Record<string, (request: AuthRequest) => Promise<AuthAnswer>>;

/** Origin of a request for the audit log. */
export const from = ({ requestId, address }: AuthRequest) => ({ requestId, address });

export function parseBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body, { error: () => "The request was not understood." });
  if (success) return data;
  throw new Problem("bad_input", error.issues[0]?.message);
}

export function refuseFaulty(password: string, { user, old }: { user: { name: string; email: string }; old?: string }) {
  const fault = password === old ? "Choose a password other than the current one." : passwordFault(password, user);
  if (fault) throw new Problem("bad_input", fault);
}
