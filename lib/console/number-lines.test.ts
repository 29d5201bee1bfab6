import { createHmac } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { comparedList } from "@/lib/contract/console/contact-lists";
import { addDoNotCall, listDoNotCall } from "@/lib/contract/console/do-not-call";
import { findPerson } from "@/lib/contract/console/person";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { rehashDoNotCall } from "@/lib/db/console/number-lines";
import { keyFor, sealText } from "@/lib/secret";
import { askedByPhone, personWith, secret } from "@/lib/testing/console";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { compareList, sendList } from "@/lib/testing/sent-list";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  gateway.run(op, input, personWith("campaign_manager")) as Promise<OutputOf<Op>>;
const block = (numbers: string[]) => ask(addDoNotCall, { numbers, ...askedByPhone });

/** The same line before and after a change of its numbering plan. */
const lines = [
  ["Brazil", "+551187654321", "+5511987654321"],
  ["Argentina", "+5491123456789", "+541123456789"],
  ["Mexico", "+5215512345678", "+525512345678"],
  ["Benin", "+22997123456", "+2290197123456"],
  ["Colombia", "+5712345678", "+576012345678"],
  ["Réunion", "+33692123456", "+262692123456"],
] as const;

test.each(lines)("blocks, finds and leaves out a person of %s in both spellings", async (_country, former, today) => {
  expect(await block([former])).toMatchObject({ added: 1, already: 0 });
  expect(await block([today])).toMatchObject({ added: 0, already: 1 });
  for (const number of [former, today]) {
    expect((await ask(listDoNotCall, { number })).latest).toMatchObject([{ number: former }]);
    expect((await ask(findPerson, { number })).blocked).toMatchObject({ reason: "asked" });
    expect((await compareList(ask, `c-block ${number}`, [number])).blocked).toEqual([0]);
  }
});

/** As versions before 1.1 did: the number as it was written. */
function formerHash(number: string) {
  const digest = createHmac("sha256", Buffer.from(keyFor("phone numbers", secret), "hex"))
    .update(number)
    .digest();
  return { doNotCall: digest.subarray(0, 16), sent: digest.subarray(16) };
}

test.each(lines)("recognizes a person of %s whom an earlier version uploaded", async (_country, former, today) => {
  const [, written, other] = [0, former.replace(/.$/, "7"), today.replace(/.$/, "7")];
  for (const [stored, asked] of [
    [written, other],
    [other, written],
  ] as const) {
    const campaign = `c-sent ${stored}`;
    const { id } = await sendList(ask, campaign, [stored]);
    const { pool } = gateway.database;
    await pool.query(
      "update console.list_number set number = $1 where list = (select key from console.contact_list where import_id = $2)",
      [formerHash(stored).sent, id],
    );
    const { sent, list_id } = await compareList(ask, campaign, [asked]);
    expect(sent).toMatchObject([{ import_id: id, as: "sent_here", positions: [0] }]);
    expect((await ask(comparedList, { list_id, file_name: "spring.csv", blocked: [] })).staying.people).toBe(0);
    expect((await ask(findPerson, { number: asked })).sent.map(({ import_id }) => import_id)).toContain(id);
    await pool.query("delete from console.contact_import where id = $1", [id]);
  }
});

test("hashes entries of earlier versions by their line, and keeps the one that blocks longer", async () => {
  const { pool, db } = gateway.database;
  const [former, today] = ["+551187654399", "+5511987654399"];
  const add = (number: string, until: string | null) =>
    pool.query(
      `insert into console.do_not_call (number, sealed, reason, source, until, added_at, by)
        values ($1, $2, 'asked', 'by phone', $3, now(), 'Ines')`,
      [formerHash(number).doNotCall, sealText(keyFor("do-not-call numbers", secret), number, "do-not-call"), until],
    );
  await add(today, "2020-01-01");
  await add(former, null);
  await add("+4930901820199", null);
  await rehashDoNotCall(db, secret);
  for (const number of [former, today])
    expect((await ask(listDoNotCall, { number })).latest).toMatchObject([{ number: former, until: null }]);
  expect((await ask(listDoNotCall, { number: "+4930901820199" })).latest).toHaveLength(1);
  const { rows } = await pool.query("select from console.do_not_call where not is_line");
  expect(rows).toEqual([]);
});

test("leaves an entry that another secret sealed as it is", async () => {
  const { pool, db } = gateway.database;
  await pool.query(
    `insert into console.do_not_call (number, sealed, reason, source, added_at, by)
      values ('\\x01', 'unreadable', 'asked', 'a', now(), 'Ines'), ('\\x02', 'unreadable', 'asked', 'b', now(), 'Ines')`,
  );
  await rehashDoNotCall(db, secret);
  const { rows } = await pool.query(
    "select number from console.do_not_call where sealed = 'unreadable' order by source",
  );
  expect(rows.map(({ number }) => number.toString("hex"))).toEqual(["01", "02"]);
});
