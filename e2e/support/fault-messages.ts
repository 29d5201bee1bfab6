import { isProblemCode, problemKinds } from "../../lib/contract/problem";
import type { Fault } from "../../lib/testing/faults";

/** What the page of a record says of a fault. */
export function faceMessage({ read, answers }: Fault): string {
  const own: Record<string, string> = {
    not_found: "No campaign with this ID",
    "upstream-auth": problemKinds["upstream-auth"][1],
    "upstream-forbidden": problemKinds["upstream-forbidden"][1],
    ok: "as it was",
  };
  return own[read] ?? stripMessage({ read, answers });
}

/** What the strip above old rows says of it. */
export function stripMessage({ read, answers }: Pick<Fault, "read" | "answers">): string {
  const isOwn = ["upstream-timeout", "upstream-cut", "upstream-too-large"].includes(read) && isProblemCode(read);
  return isOwn ? problemKinds[read][1] : `The platform answered ${answers}`;
}

const lasting = ["upstream-auth", "upstream-forbidden", "upstream-too-large"];

/** A passing fault is asked after by itself; what the platform meant, or what lasts, is asked after by a person. */
export const comesBackByItself = ({ read, status }: Fault) => status >= 500 && !lasting.includes(read);
