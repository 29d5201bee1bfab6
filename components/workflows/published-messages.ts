import { answerBody, messageOf } from "@/components/send/answer-message";
import type { Answer } from "@/lib/client/answer";
import { publishWorkflow } from "@/lib/contract/api/workflows";
import type { SentAnswer } from "@/lib/contract/console/audit";
import type { OutputOf } from "@/lib/contract/operation";
import { parseAnswer } from "@/lib/contract/parse-answer";
import { formatRaw } from "@/lib/format/format-raw";

type Published = Pick<Answer<OutputOf<typeof publishWorkflow>>, "value" | "raw" | "status">;

/**
 * What a publish was answered with, in words. It is published where the platform says so, or names a version and nothing to
 * the contrary; any other answer is told as what it is.
 */
export function publishedMessage({ value, raw, status }: Published): string {
  const { version, status: word } = value.data;
  const named = version === undefined || version === null || version === "" ? undefined : formatRaw(version);
  const isPublished = word?.trim().toLowerCase() === "published" || (!word && named !== undefined && status !== 202);
  if (isPublished)
    return named === undefined ? "Published. The platform sent no version." : `Published version ${named}.`;
  const said = word || messageOf(raw);
  const about = named === undefined ? "" : ` for version ${named}`;
  return said
    ? `The platform answered ${status}, “${said}”${about}. It does not say yet that the workflow is published.`
    : `The platform answered ${status}${about} and does not say whether the workflow is published.`;
}

/** The same for an answer that was kept. */
export function saidOf({ body, outcome, status }: SentAnswer): string | undefined {
  if (outcome !== "ok" || body === null) return undefined;
  const kept = answerBody(body);
  const raw = "json" in kept ? kept.json : undefined;
  const parsed = parseAnswer(publishWorkflow.output, raw);
  return parsed && publishedMessage({ value: parsed.value, raw, status: status ?? 200 });
}
