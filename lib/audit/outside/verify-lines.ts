import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { ChainLink } from "../audit-chain";
import { type AuditVerification, type StoredLine, verifyChain } from "../verify-audit";
import { parseLine } from "./line-format";

/** `first` is the oldest line of the files, `cut` the number of lines whose shortened text cannot be verified. */
export type LinesVerification = AuditVerification & { first: number; cut: number };

/**
 * Verifies the chain from lines that replicas wrote to their output. Their order and repetitions do not matter. Throws if the
 * files have no lines.
 */
export async function verifyLines(
  paths: readonly string[],
  key: string,
  expected: readonly ChainLink[] = [],
): Promise<LinesVerification> {
  const lines = await readLines(paths);
  const first = lines[0]?.[0]?.id;
  if (first === undefined) throw new Error("The files contain no lines of the audit log. Is LOG_AUDIT set to 1?");
  const result = await verifyChain(lines, { key, expected, isPart: true });
  const { fault, last } = result;
  const rows = (fault ? fault.id : last.id + 1) - first;
  return { ...result, rows, first, cut: lines.filter((copies) => copies.every(({ isCut }) => isCut)).length };
}

/** Groups different copies of a line, such as from before and after a redaction, by ID. */
async function readLines(paths: readonly string[]): Promise<StoredLine[][]> {
  const byId = new Map<number, Map<string, StoredLine>>();
  for (const path of paths)
    for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = parseLine(text);
      if (!line) continue;
      const copies = byId.get(line.id) ?? new Map<string, StoredLine>();
      byId.set(line.id, copies.set(JSON.stringify(line), line));
    }
  return [...byId].sort(([one], [other]) => one - other).map(([, copies]) => [...copies.values()]);
}
