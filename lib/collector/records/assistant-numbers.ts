import { sql } from "drizzle-orm";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import {
  type AssistantNumber,
  countAssistantNumbers,
  listAssistantNumbers,
  maxAssistantNumbers,
  type NumberCounts,
  type NumberList,
} from "@/lib/contract/console/assistant-numbers";
import { implement } from "@/lib/contract/console/context";
import { resourceOf } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";

const resource = resourceOf(listPhoneNumbers);

export function assistantNumbers(db: Database, accountId: string) {
  const numbers = sql`(
    select ref, record from (
      select distinct on (ref) ref, record, gone_at from console.record_version
      where key_print = ${accountId} and resource = ${resource} and ref <> '' order by ref, id desc
    ) as latest where gone_at is null
  ) as number`;

  async function numberList(): Promise<NumberList> {
    const { rows } = await db.execute<Omit<NumberList, "read_at"> & { read_at: Date | string }>(sql`
      select last_seen_at as read_at, (record ->> 'rows')::int as row_count, (record ->> 'is_whole')::boolean as is_whole
      from console.record_version where key_print = ${accountId} and resource = ${resource} and ref = ''
      order by id desc limit 1`);
    const [list] = rows;
    return list
      ? { ...list, read_at: new Date(list.read_at).toISOString() }
      : { read_at: null, row_count: 0, is_whole: false };
  }

  return [
    implement(countAssistantNumbers, async () => {
      const { rows } = await db.execute<NumberCounts["data"][number]>(sql`
        select record ->> 'assistant_id' as assistant_id, count(*)::int as count from ${numbers}
        where record ->> 'assistant_id' <> '' group by 1 order by 1`);
      return { data: rows, ...(await numberList()) };
    }),

    implement(listAssistantNumbers, async ({ assistant_id }) => {
      const { rows } = await db.execute<AssistantNumber & { count: number }>(sql`
        select ref, record ->> 'id' as id, record ->> 'phone_number' as phone_number,
          record ->> 'friendly_name' as friendly_name, record ->> 'status' as status, count(*) over ()::int as count
        from ${numbers} where record ->> 'assistant_id' = ${assistant_id}
        order by record ->> 'phone_number', ref limit ${maxAssistantNumbers}`);
      const data = rows.map(({ count, ...number }) => number);
      return { data, count: rows[0]?.count ?? 0, ...(await numberList()) };
    }),
  ];
}
