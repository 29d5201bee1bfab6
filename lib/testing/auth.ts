import { sql } from "drizzle-orm";
import { pino } from "pino";
import { beforeEach } from "vitest";
import { addMember } from "@/lib/contract/console/people/team";
import type { Operation, OutputOf, Role } from "@/lib/contract/operation";
import type { Mail } from "@/lib/mailer";
import { freshConsole, mara, password, personWith, tokenIn } from "./console";

export const ines = { name: "Ines Vidal", email: "ines@fernhill.example", role: "support" as Role };

/** Two consoles on one database, of which one sends mail. Each test has its own IP address, and starts with only the admin. */
export async function freshLinks() {
  const logged: string[] = [];
  const mails: Mail[] = [];
  const mailer = { fails: false };
  const sendMail = async (mail: Mail) => {
    if (mailer.fails) throw new Error("The mail server said no.");
    mails.push(mail);
  };
  const log = pino({ level: "trace" }, { write: (line: string) => logged.push(line) });
  const one = await freshConsole({ admin: { email: mara.email, password }, sendMail, log });
  const other = await freshConsole({ database: one.database });
  const visitor = { nth: 0 };
  beforeEach(async () => {
    visitor.nth += 1;
    for (const console of [one, other]) console.from(`203.0.113.${visitor.nth}`);
    mails.length = 0;
    mailer.fails = false;
    await one.database.db.execute(sql`delete from console."user" where email <> ${mara.email}`);
    await one.database.db.execute(sql`delete from console.sign_in_try`);
  });
  const ask = <Op extends Operation>(op: Op, input: Record<string, unknown>) =>
    one.run(op, input, personWith("admin")) as Promise<OutputOf<Op>>;
  return {
    ...{ one, other, logged, mails, mailer, visitor, ask },
    invite: (person: Record<string, unknown> = {}) => ask(addMember, { ...ines, ...person }),
    open: (link: string) => one.post("/api/auth/link", { token: tokenIn(link) }),
    choose: (link: string, fields: Record<string, unknown> = {}, by = one) =>
      by.post("/api/auth/link/password", { token: tokenIn(link), password: "moss kettle under stairs", ...fields }),
  };
}
