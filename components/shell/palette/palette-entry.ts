import type { NeverCall } from "@/components/person/never-call-dialog";
import type { IconName } from "@/components/ui/buttons/icon";
import { idToPath } from "@/lib/contract/identifier";

export type Command = "read-again" | "switch-theme" | "switch-zone" | "show-keys" | "copy-link" | "sign-out";

export type Entry = {
  group: string;
  key: string;
  icon: IconName;
  title: string;
  note?: string;
  hint?: string | undefined;
  /** Time of an event, shown instead of the hint. */
  at?: string | undefined;
  also?: string | undefined;
  id?: string;
  /** Never preselected. */
  isDestructive?: boolean | undefined;
  go:
    | { href: string }
    | { command: Command }
    | { lookUp: string }
    | { neverCall: NeverCall }
    | { findIds: readonly string[] };
};

export const hrefOf = (resource: string, id: string) => `/${resource}/${idToPath(id)}`;
