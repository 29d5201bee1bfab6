import type { BetterAuthOptions, DBAdapter } from "better-auth";
import { hashOf } from "@/lib/console/secret";

type Adapter = DBAdapter<BetterAuthOptions>;
type Wheres = Parameters<Adapter["findOne"]>[0]["where"];

/** Lets better-auth see session tokens while the database keeps their hashes only. A session left idle is not found. */
export function hashedTokens(adapter: Adapter, idleMs: number): Adapter {
  return {
    ...adapter,
    create: async <T extends Record<string, unknown>, R = T>(asked: Parameters<typeof adapter.create<T, R>>[0]) => {
      if (asked.model !== "session") return adapter.create<T, R>(asked);
      const token = String(asked.data.token);
      const made = await adapter.create<T, R>({ ...asked, data: { ...asked.data, token: hashOf(token) } });
      return { ...made, token };
    },
    findOne: async (asked) => {
      if (asked.model !== "session") return adapter.findOne(asked);
      const alive = { field: "lastSeenAt", operator: "gt", value: new Date(Date.now() - idleMs) } as const;
      return withToken(await adapter.findOne({ ...asked, where: [...hashed(asked.where), alive] }), asked.where);
    },
    update: async (asked) => {
      if (asked.model !== "session") return adapter.update(asked);
      return withToken(await adapter.update({ ...asked, where: hashed(asked.where) }), asked.where);
    },
    findMany: (asked) =>
      adapter.findMany(asked.model === "session" && asked.where ? { ...asked, where: hashed(asked.where) } : asked),
    delete: (asked) => adapter.delete(asked.model === "session" ? { ...asked, where: hashed(asked.where) } : asked),
    deleteMany: (asked) =>
      adapter.deleteMany(asked.model === "session" ? { ...asked, where: hashed(asked.where) } : asked),
    updateMany: (asked) =>
      adapter.updateMany(asked.model === "session" ? { ...asked, where: hashed(asked.where) } : asked),
    transaction: (run) => adapter.transaction((inside) => run(hashedTokens(inside as Adapter, idleMs))),
  };
}

const hashed = <Where extends Wheres>(where: Where) =>
  where.map((clause) => {
    if (clause.field !== "token") return clause;
    const value = Array.isArray(clause.value)
      ? clause.value.map((token) => hashOf(String(token)))
      : hashOf(String(clause.value));
    return { ...clause, value };
  });

/** A row that was looked for by its token is given back with that token, not with the hash. */
function withToken<Row>(row: Row | null, where: Wheres): Row | null {
  const token = where.find(({ field }) => field === "token")?.value;
  return row && token !== undefined ? { ...row, token } : row;
}
