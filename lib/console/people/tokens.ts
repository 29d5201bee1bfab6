import type { Tokens } from "@/lib/auth/tokens";
import { implement } from "@/lib/contract/console/context";
import { type ApiToken, addToken, listTokens, revokeToken } from "@/lib/contract/console/people/tokens";
import { formatDateTime } from "@/lib/format/format-time";

type Row = Awaited<ReturnType<Tokens["list"]>>[number];
type Owner = Pick<Row["owner"], "name" | "email" | "isDisabled">;

export const tokens = (store: Tokens) => [
  implement(listTokens, async () => ({
    data: (await store.list()).map(({ token, owner }) => answerOf(token, owner)),
  })),

  implement(addToken, async (input, { person }) => {
    const { token, made } = await store.make(input, person.id);
    return {
      data: answerOf(made, { ...person, isDisabled: false }),
      token,
      message: `The token ${made.name} works until ${formatDateTime(made.expiresAt.getTime(), "utc")} UTC.`,
    };
  }),

  implement(revokeToken, async ({ token_id }) => {
    const { name } = await store.revoke(token_id);
    return { message: `The token ${name} was revoked.` };
  }),
];

const answerOf = (token: Row["token"], { name, email, isDisabled }: Owner): ApiToken => ({
  id: token.id,
  name: token.name,
  role: token.role,
  scope: token.scope,
  owner: { name, email, is_disabled: isDisabled },
  created_at: token.createdAt.toISOString(),
  ends_at: token.expiresAt.toISOString(),
  last_used_at: token.lastUsedAt?.toISOString() ?? null,
});
