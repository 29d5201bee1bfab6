import { type RawAnswer, readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import type { ContactEngine, Opened, Preview } from "@/lib/contacts/engine";
import { type Plan, plainRules, type Rules } from "@/lib/contacts/plan";
import { keptAnyway, suggested } from "@/lib/contacts/row-status/row-status";
import { comparedAtOnce } from "@/lib/contract/console/contact-lists";
import type { ContactImport } from "@/lib/contract/console/imports";
import { compareUploadCalls } from "@/lib/contract/console/upload-calls";
import type { InputOf } from "@/lib/contract/inputs";
import { Problem } from "@/lib/contract/problem";

/** `found`: people of the upload who are in the file. `file` holds those of them who were not called yet. */
export type NotCalled = { found: number; notCalled: number; file: File };

type Upload = Pick<ContactImport, "file_name" | "rules"> & { import_id: string };

type NotCalledInput = {
  engine: ContactEngine;
  upload: Upload;
  file: File;
  signal: AbortSignal;
  /** By default the browser's session sends. */
  send?: (op: typeof compareUploadCalls, input: InputOf<typeof compareUploadCalls>) => Promise<RawAnswer>;
};

const noop = () => undefined;

/** Reads a file again and picks the rows whose numbers the upload had and its campaign has not called. */
export async function pickNotCalled({ engine, upload, file, signal, send = call }: NotCalledInput): Promise<NotCalled> {
  const opened = await engine.open(file, noop);
  if (opened.kind === "refused") throw new Problem("bad_input", opened.refusal.sentence);
  const report = await engine.check(planOf(opened, upload.rules), noop);
  if ("refusal" in report) throw new Problem("bad_input", report.refusal.sentence);
  const leaveOut: number[] = [];
  let found = 0;
  for (let after = 0; ; ) {
    const batch = await engine.numbers(after, comparedAtOnce);
    const last = batch.rows.at(-1);
    if (last === undefined || signal.aborted) break;
    const numbers = Array.from(batch.numbers, (number) => `+${number}`);
    const raw = await send(compareUploadCalls, { import_id: upload.import_id, numbers });
    const { uploaded, not_called } = readAnswer(compareUploadCalls, raw).value;
    const isPicked = new Set(not_called);
    found += uploaded.length;
    leaveOut.push(...[...batch.rows].filter((_, position) => !isPicked.has(position)));
    after = last;
  }
  await engine.leaveOut(report.checkId, { sent_here: Uint32Array.from(leaveOut) });
  const written = await engine.write({ kind: "sent", checkId: report.checkId }, noop, signal);
  const name = `${upload.file_name.replace(/\.\w{1,5}$/, "")}_not-called.csv`;
  return { found, notCalled: written.rows, file: new File([written.file], name, { type: "text/csv" }) };
}

type ReadableFile = Extract<Opened, { preview: Preview }>;

/** The plan of the upload as far as the journal has it. Rows that it leaves out besides are told apart by their hashes. */
function planOf({ format, preview }: ReadableFile, journal: ContactImport["rules"]): Plan {
  const column = (name: string) => (typeof journal[name] === "number" ? Number(journal[name]) - 1 : undefined);
  const words = (name: string) =>
    String(journal[name] ?? "")
      .split(", ")
      .filter(Boolean);
  const fallback = column("second_phone_column");
  const mapping = {
    ...preview.mapping,
    ...("phone_column" in journal ? { phone: column("phone_column") ?? preview.mapping.phone } : {}),
    ...("name_columns" in journal ? { name: words("name_columns").map((word) => Number(word) - 1) } : {}),
    ...(fallback === undefined ? {} : { fallback }),
  };
  const rules: Rules = {
    ...plainRules,
    country: typeof journal.country === "string" ? journal.country : null,
    usesSuggestions: [...suggested, ...keptAnyway].filter((status) => words("uses_suggestions").includes(status)),
    sendsHidden: journal.sends_hidden === true,
    keeps: journal.keeps === "last" ? "last" : "first",
    emptyName: journal.empty_name === "number" ? "number" : "error",
  };
  return { format, mapping, rules, edits: new Map() };
}
