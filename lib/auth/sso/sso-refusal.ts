import { Problem } from "@/lib/contract/problem";
import { visibleControls } from "@/lib/format/format-raw";

type More = {
  /** For whoever runs the provider. */
  code?: string | undefined;
  /** The line of the audit log, if it says more than the page. */
  recorded?: string | undefined;
  cause?: unknown;
};

/** A sign-in at the provider that is refused. */
export class SsoRefusal extends Problem {
  readonly detail: string | undefined;
  readonly recorded: string | undefined;

  constructor(message: string, { code, recorded, cause }: More = {}) {
    super("forbidden", message, { cause, outcome: "refused" });
    this.detail = code;
    this.recorded = recorded;
  }
}

const longest = 300;

/** A text of the provider in one line, shortened, so that it cannot be taken for one of Switchboard's. */
export function foreignText(text: string) {
  const characters = [...visibleControls(text.replaceAll(/\s+/g, " ").trim())];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : characters.join("");
}

export const shortJson = (value: unknown) => foreignText(JSON.stringify(value));
