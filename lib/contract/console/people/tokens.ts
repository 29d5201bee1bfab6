import { ownAnswer } from "@/lib/contract/fields";
import { operation, type Role } from "@/lib/contract/operation";

export const tokenScopes = ["read", "send"] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const mostTokenDays = 365;
export const defaultTokenDays = 90;

/** A key with which a program calls Switchboard. It may do what its role and its owner's role both may. */
export type ApiToken = {
  id: string;
  name: string;
  role: Role;
  scope: TokenScope;
  /** `is_disabled`: the token is refused meanwhile. */
  owner: { name: string; email: string; is_disabled: boolean };
  created_at: string;
  ends_at: string;
  last_used_at: string | null;
};

export const listTokens = operation({
  id: "tokens.list",
  label: "See the tokens",
  method: "GET",
  path: "/console/tokens",
  output: ownAnswer<{ data: ApiToken[] }>(),
  allow: ["admin"],
});

export const addToken = operation({
  id: "tokens.add",
  label: "Make a token",
  phrase: "make the token {it}",
  method: "POST",
  path: "/console/tokens",
  /** `token` is shown once and stored only as a hash. */
  output: ownAnswer<{ data: ApiToken; token: string; message: string }>(),
  allow: ["admin"],
  about: "name",
});

export const revokeToken = operation({
  id: "tokens.revoke",
  label: "Revoke a token",
  phrase: "revoke the token {it}",
  method: "DELETE",
  path: "/console/tokens/{token_id}",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});
