import { createInterface } from "node:readline/promises";
import { readAnswer } from "@/lib/client/answer";
import { type Comparison, compareList } from "@/lib/client/lists/compare-list";
import { importEntry } from "@/lib/client/lists/import-entry";
import { answerMessage } from "@/lib/client/upload-answer";
import type { ContactEngine, Report } from "@/lib/contacts/engine";
import type { Plan } from "@/lib/contacts/plan";
import { getCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import { beginImport, finishImport } from "@/lib/contract/console/imports";
import { titleOf, unwrapped } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { uploadCounts } from "@/lib/contract/upload-counts";
import { countOf, formatCount } from "@/lib/format/format-count";
import { isPlainObject } from "@/lib/format/json";
import type { TokenClient } from "../support/token-client";
import { forTerminal } from "./messages";

const exitCodes = { allTaken: 0, someLeft: 1, notUploaded: 2 } as const;

const noop = () => undefined;

type Compared = { report: Report; comparison: Comparison; isCompared: true; note: string };

/** Leaves out rows on the do-not-call list and rows that were sent before, as the *Upload* step does at first. */
export async function compareWithServer(
  engine: ContactEngine,
  { checkId }: Report,
  { campaign_id, send }: TokenClient,
  fileName: string,
): Promise<Compared> {
  const { signal } = new AbortController();
  const comparison = await compareList({ engine, campaign_id, fileName, onRows: noop, signal, send });
  const report = await engine.leaveOut(checkId, comparison.known);
  return { report, comparison, isCompared: true, note: comparisonLines(comparison).join("\n") };
}

function comparisonLines({ known, sentBy, staying, basis }: Comparison) {
  const { do_not_call, sent_here, sent_unsure, sent_elsewhere } = known;
  const lines = [
    `Compared with ${countOf(basis.do_not_call, "number")} on the do-not-call list and ${countOf(basis.lists, "uploaded list")}. Left out:`,
    `${formatCount(do_not_call.length)} on the do-not-call list`,
    `${formatCount(sent_here.length)} sent to this campaign before`,
    `${formatCount(sent_unsure.length)} perhaps sent to this campaign before`,
    `${formatCount(sent_elsewhere.length)} sent to other campaigns before`,
    ...sentBy.map(({ rows, file_name, by }) => `${formatCount(rows)} of them by ${forTerminal(file_name)}, ${by}`),
  ];
  return staying.people > 0
    ? [...lines, `${countOf(staying.people, "person", "people")} of earlier lists stay in the campaign.`]
    : lines;
}

type UploadInput = Compared & { client: TokenClient; plan: Plan; fileName: string };

/** Asks, uploads the list and prints what the platform took. Resolves to the exit code. */
export async function uploadList(engine: ContactEngine, input: UploadInput): Promise<number> {
  const { client, report, comparison, plan, fileName } = input;
  const { campaign_id } = client;
  const written = await engine.write({ kind: "sent", checkId: report.checkId }, noop);
  const name = await campaignName(client);
  if (written.rows === 0) return say("\nNobody in this list is new. Nothing was uploaded.", exitCodes.someLeft);
  if (!client.isConfirmed && !(await isConfirmed(`Upload ${countOf(written.rows, "person", "people")} to ${name}?`)))
    return say("Nothing was uploaded.", exitCodes.notUploaded);

  const entry = importEntry({ campaign_id, fileName, written, report, plan, comparison, sendsAgain: [] });
  const { data } = readAnswer(beginImport, await client.send(beginImport, entry)).value;
  const finish = (outcome: "ok" | "refused" | "unknown", status: number | null, accepted: number | null) =>
    client.send(finishImport, { import_id: data.id, outcome, status, accepted }).catch(() => {
      console.error("The outcome could not be recorded in the list of uploads.");
    });
  const list = { file: written.file, chosenName: fileName, importId: data.id };
  const answer = await client.upload(uploadContacts, { campaign_id }, list).catch(async (error) => {
    const problem = error instanceof Problem ? error : undefined;
    await finish(problem?.outcome === "refused" ? "refused" : "unknown", problem?.upstream?.status ?? null, null);
    throw error;
  });
  await finish("ok", answer.status, uploadCounts(answer.raw)?.accepted ?? null);
  const { heading, sentences, kind } = answerMessage({ ...answer, sent: written.rows, into: name });
  const isWhole = kind === "all" && written.rows === report.rows;
  return say(["", `${heading}.`, ...sentences].join("\n"), isWhole ? exitCodes.allTaken : exitCodes.someLeft);
}

function say(text: string, exitCode: number) {
  console.log(text);
  return exitCode;
}

async function campaignName({ campaign_id, send }: TokenClient) {
  const record = unwrapped((await send(getCampaign, { campaign_id })).raw);
  return forTerminal((isPlainObject(record) && titleOf(record)) || campaign_id);
}

async function isConfirmed(question: string) {
  if (!process.stdin.isTTY)
    throw new Problem("bad_input", "Nothing was uploaded. Pass --yes to upload without asking.");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(`\n${question} Enter yes: `);
  lines.close();
  return answer.trim().toLowerCase() === "yes";
}
