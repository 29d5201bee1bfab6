import { isProblemCode, problemKinds } from "../../lib/contract/problem";
import type { Fault } from "../../lib/testing/faults";

/** The message of a fault on a record's page. */
export function faceMessage({ read, answers }: Fault): string {
  const own: Record<string, string> = {
    not_found: "No campaign with this ID",
    "upstream-auth": problemKinds["upstream-auth"][1],
    "upstream-forbidden": problemKinds["upstream-forbidden"][1],
    ok: "as it was",
  };
  return own[read] ?? stripMessage({ read, answers });
}

/** The message of a fault above old rows. */
function stripMessage({ read, answers }: Pick<Fault, "read" | "answers">): string {
  const isOwn = ["upstream-timeout", "upstream-cut", "upstream-too-large"].includes(read) && isProblemCode(read);
  return isOwn ? problemKinds[read][1] : `The platform answered ${answers}`;
}

const lasting = ["upstream-auth", "upstream-forbidden", "upstream-too-large"];

/** Temporary faults are retried. Refusals and lasting faults wait for a person. */
export const comesBackByItself = ({ read, status }: Fault) => status >= 500 && !lasting.includes(read);
