import * as z from "zod/mini";
import { attempt } from "@/lib/format/attempt";
import { hashText, macOfText } from "../audit-chain";
import type { StoredLine } from "../verify-audit";

/** Log collectors split longer lines, at 16 KiB. */
const maxBytes = 12_000;
const textLimits = [2_000, 500, 100];

const text = z.nullable(z.string());
const outsideLine = z.object({
  audit_line: z.int(),
  mac: z.string(),
  replica: z.string(),
  /** Columns whose text is shortened. Their MAC cannot be computed from this line. */
  cut: z.optional(z.array(z.string())),
  entry: z.string(),
  kind: z.enum(["begun", "finished"]),
  at: z.string(),
  ...{ actorId: text, actorName: text, actorEmail: text, role: text, action: text, target: text, request: text },
  ...{ requestId: text, address: text, message: text, body: text, detail: text },
  outcome: z.nullable(z.enum(["ok", "refused", "unknown"])),
  status: z.nullable(z.int()),
});

/** A line of the audit log as one line of JSON. It names the replica that wrote it. */
export function formatLine({ id, mac: stored, isCut: _, ...row }: StoredLine, replica: string): string {
  const mac = hashText(stored);
  const whole = JSON.stringify({ audit_line: id, mac, replica, ...row });
  return textLimits.reduce((line, limit) => {
    if (Buffer.byteLength(line) <= maxBytes) return line;
    const columns = Object.entries(row);
    const cut = columns.flatMap(([name, value]) => (typeof value === "string" && value.length > limit ? [name] : []));
    const short = columns.map(([name, value]) => [name, typeof value === "string" ? value.slice(0, limit) : value]);
    return JSON.stringify({ audit_line: id, mac, replica, cut, ...Object.fromEntries(short) });
  }, whole);
}

/** The line in a line of output, which a log collector may have put a time before. Undefined if there is none. */
export function parseLine(output: string): StoredLine | undefined {
  const start = output.indexOf('{"audit_line":');
  const { data } = outsideLine.safeParse(start < 0 ? undefined : attempt(() => JSON.parse(output.slice(start))));
  if (!data) return undefined;
  const { audit_line: id, replica: _, cut, at, mac, ...row } = data;
  return { ...row, id, mac: macOfText(mac), at: new Date(at), isCut: cut !== undefined };
}
