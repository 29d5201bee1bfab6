import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/**
 * The `text` of an export in a form that its address can hold. Only the same person can use it, for a few minutes: an export is
 * opened as a link, so that the browser writes it to the disk as it comes.
 */
export const sealSearch = operation({
  id: "sealed-searches.make",
  label: "Seal a searched number for an export",
  method: "POST",
  isRead: true,
  path: "/console/sealed-searches",
  output: ownAnswer<{ text: string }>(),
  allow: roles,
});
