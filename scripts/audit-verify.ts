import { readFileSync } from "node:fs";
import { auditKeyOf, type ChainLink, hashPattern, hashText, macOfText } from "@/lib/audit/audit-chain";
import { verifyLines } from "@/lib/audit/outside/verify-lines";
import { type AuditVerification, faultMessage, verifyAudit } from "@/lib/audit/verify-audit";
import { countOf } from "@/lib/format/format-count";
import { operatorSecret, sentenceOf, withDatabase } from "./support/operator-database";
import { runCommand, type ValuesOf } from "./support/run-command";

const usage = `npm run audit:verify -- [--expect ID:HASH]… [--checkpoints FILE] [--lines FILE]… [--json]
  Reads the whole audit log and finds the first line that was edited, deleted, inserted or cut off.
  --expect       a checkpoint that the log must contain. Switchboard writes checkpoints to its process log ("audit_checkpoint")
                 when it starts, every 1,000 lines, five minutes after a change, and when it stops. LOG_LEVEL must be info or
                 lower.
  --checkpoints  a file with the process log; all its checkpoints, or lines of the audit log, are expected. - reads standard
                 input.
  --lines        verifies a file with the lines that LOG_AUDIT=1 writes, instead of the database. Name the files of all replicas,
                 in any order. Needs only the secret.
  Without either, a restore of the whole log from an older copy is not detected.
  DATABASE_URL, DATA_DIR and SWITCHBOARD_SECRET come from the environment or .env, as for npm start.
  Switchboard can be running or stopped. If it is stopped, its own database is started for this command.
  The exit code is 0 if the log is intact, 1 if a line is invalid, 2 if the log cannot be read.`;

const exitCodes = { whole: 0, broken: 1, unread: 2 } as const;

const options = {
  json: { type: "boolean", default: false },
  expect: { type: "string", multiple: true },
  checkpoints: { type: "string" },
  lines: { type: "string", multiple: true },
} as const;

const read = ({ json, expect = [], checkpoints, lines: files }: ValuesOf<typeof options>) => ({
  json,
  checkpoints,
  files,
  expectedPlaces: expect.map(parseCheckpoint),
});

async function run({ json, checkpoints, files, expectedPlaces }: ReturnType<typeof read>) {
  const expected = [...expectedPlaces, ...(checkpoints === undefined ? [] : readCheckpoints(checkpoints))];
  if (files) return runOnLines(files, { json, expected });
  return withDatabase(async ({ db }, secret) => {
    const verification = await verifyAudit(db, auditKeyOf(secret), expected);
    const verifiedAt = new Date().toISOString();
    console.log(
      json
        ? JSON.stringify({ at: verifiedAt, ...asJson(verification, expected) }, null, 2)
        : textOf(verification, expected.length > 0),
    );
    return verification.fault ? exitCodes.broken : exitCodes.whole;
  });
}

async function runOnLines(files: readonly string[], { json, expected }: { json: boolean; expected: ChainLink[] }) {
  const verification = await verifyLines(files, auditKeyOf(operatorSecret()), expected);
  const { rows, first, cut, last, fault } = verification;
  if (json)
    console.log(JSON.stringify({ ...asJson(verification, expected), first_line: first, lines_cut: cut }, null, 2));
  else if (fault) console.log(`${faultMessage(fault)}\n${lines(rows)} before it ${rows === 1 ? "is" : "are"} valid.`);
  else
    console.log(
      `The lines are intact: ${lines(rows)} verified, from ${first} to ${last.id}.${
        cut > 0 ? ` Shortened texts of ${lines(cut)} are not verified.` : ""
      }${first > 1 ? ` Line ${first} is the first, so its own text is not verified.` : ""}`,
    );
  return fault ? exitCodes.broken : exitCodes.whole;
}

function parseCheckpoint(text: string): ChainLink {
  const [, id, mac] = new RegExp(`^(\\d{1,15}):(${hashPattern})$`).exec(text.trim()) ?? [];
  if (!id || !mac) throw new Error("--expect needs a line and its hash, in the form ID:HASH.");
  return { id: Number(id), mac: macOfText(mac) };
}

function readCheckpoints(path: string) {
  const log = readFileSync(path === "-" ? 0 : path, "utf8");
  const hash = `"(${hashPattern})"`;
  const found = log.matchAll(
    new RegExp(`"audit_checkpoint":"(\\d{1,15}):(${hashPattern})"|"audit_line":(\\d{1,15}),"mac":${hash}`, "g"),
  );
  const logged = [...found].map(([, id, mac, line, lineMac]) => ({
    id: Number(id ?? line),
    mac: macOfText(mac ?? lineMac ?? ""),
  }));
  if (logged.length === 0) throw new Error(`${path} contains no audit checkpoint.`);
  return logged;
}

const asJson = ({ rows, redacted, last, fault }: AuditVerification, expected: readonly ChainLink[]) => ({
  is_whole: !fault,
  lines_that_hold: rows,
  lines_redacted: redacted,
  last_line: `${last.id}:${hashText(last.mac)}`,
  checkpoints_expected: expected.length,
  fault: fault ?? null,
});

function textOf({ rows, redacted, last, fault }: AuditVerification, isExpected: boolean) {
  if (fault) return `${faultMessage(fault)}\n${lines(rows)} before it ${rows === 1 ? "is" : "are"} valid.`;
  const removed = redacted > 0 ? ` From ${lines(redacted)} of it a key was removed, as later lines record.` : "";
  const whole = `The audit log is intact: ${lines(rows)} verified.${removed} Its last line is ${last.id}:${hashText(last.mac)}`;
  return isExpected
    ? `${whole}\nIt contains every given checkpoint.`
    : `${whole}\nThis does not detect that the whole database was restored from an older copy. Use --expect for that.`;
}

const lines = (count: number) => countOf(count, "line");

runCommand({ usage, options, read, run, failed: exitCodes.unread, describeError: sentenceOf });
