import type { Fault } from "../../lib/testing/faults";

/** What the face of a record says of a fault. */
export function faceMessage({ read, answers }: Fault): string {
  const own: Record<string, string> = {
    not_found: "No campaign with this ID",
    "upstream-auth": "The API refused Switchboard's key",
    ok: "as it was",
  };
  return own[read] ?? stripMessage({ read, answers });
}

/** What the strip above old rows says of it. */
export function stripMessage({ read, answers }: Pick<Fault, "read" | "answers">): string {
  const own: Record<string, string> = {
    "upstream-timeout": "The API did not answer in time",
    "upstream-cut": "The line to the API broke off",
    "upstream-too-large": "The API's answer was too large",
  };
  return own[read] ?? `The API answered ${answers}`;
}

const lasting = ["upstream-auth", "upstream-too-large"];

/** A passing fault is asked after by itself; what the platform meant, or what lasts, is asked after by a person. */
export const comesBackByItself = ({ read, status }: Fault) => status >= 500 && !lasting.includes(read);
