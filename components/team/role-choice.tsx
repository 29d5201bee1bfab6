import type { ComponentProps } from "react";
import { roleName } from "@/components/query/who-can";
import { type Role, roles } from "@/lib/contract/operation";

const roleTexts: Record<Role, string> = {
  admin: "Full access, including people, settings and the audit log.",
  campaign_manager:
    "Runs campaigns: uploads contacts, starts, pauses and cancels. Sees numbers, assistants and webhooks.",
  support: "Finds out what happened: webhooks, calls, campaigns and credentials. Ends calls, changes no campaign.",
  viewer: "Reads, sends nothing. Sees neither the content of calls nor the do-not-call list.",
};

type RoleChoiceProps = Omit<ComponentProps<"input">, "type" | "value" | "style"> & { legend: string; without?: Role };

/** Radio buttons with a description of each role. Accepts react-hook-form's spread `register(…)`. */
export function RoleChoice({ legend, without, className = "", ...rest }: RoleChoiceProps) {
  return (
    <fieldset className={`grid gap-1.5 ${className}`}>
      <legend className="mb-[5px] font-[550]">{legend}</legend>
      {roles
        .filter((role) => role !== without)
        .map((role) => (
          <label
            key={role}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-2 border border-rule-2 px-3 py-2 hover:bg-hover has-checked:border-accent has-checked:bg-pick"
          >
            <input {...rest} type="radio" value={role} className="mt-[5px] accent-accent" />
            <span>
              <b className="font-semibold">{roleName(role)}</b>
              <span className="block text-sm/[18px] text-ink-2">{roleTexts[role]}</span>
            </span>
          </label>
        ))}
    </fieldset>
  );
}
