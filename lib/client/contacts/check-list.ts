import { validateContacts } from "@/lib/contract/campaigns";
import { Problem } from "@/lib/contract/problem";
import type { RawAnswer } from "../answer";
import { type UploadOptions, upload } from "../upload";

/**
 * Asks the platform what it thinks of a list. Its document says the request is "CSV" and no more: a form is tried first, and
 * where the platform turns that away, the text itself, once.
 */
export async function checkList(campaign_id: string, options: Omit<UploadOptions, "as">): Promise<RawAnswer> {
  try {
    return await upload(validateContacts, { campaign_id }, options);
  } catch (first) {
    if (!mayWantText(first)) throw first;
    return upload(validateContacts, { campaign_id }, { ...options, as: "text" }).catch((second: unknown) => {
      throw second instanceof Problem && second.upstream?.status === 415 ? first : second;
    });
  }
}

/** Whether the platform may have turned a request away for its form rather than for what it holds. */
export const mayWantText = (error: unknown) =>
  error instanceof Problem && [400, 415, 422].includes(error.upstream?.status ?? 0);
