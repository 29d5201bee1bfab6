import { publishedWithMissingTools } from "@/lib/collector/records/missing-tools";
import type { MissingTool } from "@/lib/contract/console/related-records";
import { knownName } from "@/lib/contract/console/saved";
import { titleOf } from "@/lib/contract/fields";
import { idToPath } from "@/lib/contract/identifier";
import { nounOf } from "@/lib/contract/operation";
import { isPlainObject } from "@/lib/format/json";
import type { Finding, Rule } from "./rule";

const maxNamed = 3;

/** A published workflow or assistant that uses a tool which is gone. Callers reach the step that needs it. */
export const toolMissing: Rule = {
  id: "tool_missing",
  clearMs: 0,
  async find({ db, accountId }) {
    const owners = await publishedWithMissingTools(db, accountId);
    return owners.map(({ resource, ref, name, label, record, tools }): Finding => {
      const noun = nounOf(resource);
      const isCertain = tools.some(({ is_by_name }) => !is_by_name);
      return {
        ref: `${resource} ${ref}`,
        tone: isCertain ? "fault" : "wait",
        subject: knownName({ label, name: (isPlainObject(record) ? titleOf(record) : undefined) ?? name }) ?? ref,
        message: isCertain ? "uses a tool that is missing." : "uses a tool that may be missing.",
        why: `The published ${noun} uses ${namesOf(tools)}.`,
        since: new Date(tools.map(({ since }) => since).toSorted()[0] ?? 0),
        href: `/${resource}/${idToPath(ref)}`,
        link: `Open ${noun}`,
        fingerprint: tools
          .map(({ named }) => named)
          .toSorted()
          .join(" "),
      };
    });
  },
};

/** "find_account (deleted from here) and 2 more". */
function namesOf(tools: readonly MissingTool[]): string {
  const named = tools
    .slice(0, maxNamed)
    .map(
      ({ named, name, is_deleted_here }) => `${name ?? named} (${is_deleted_here ? "deleted from here" : "not found"})`,
    );
  const rest = tools.length - named.length;
  return `${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
