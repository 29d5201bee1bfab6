import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { linkClass } from "@/components/ui/buttons/button-class";
import { read } from "@/lib/client/query";
import { listPlanned, plannable, plannableNames } from "@/lib/contract/console/automation";
import type { Member } from "@/lib/contract/console/team";
import { isAllowed, type Role } from "@/lib/contract/operation";

type PlannedByProps = {
  member: Member;
  /** Their role from then on; without it, they may do nothing any more. */
  next?: Role;
};

/** What a person has planned that will not be sent, because they may no longer do it. */
export function PlannedBy({ member, next }: PlannedByProps) {
  const { data, error } = useQuery(read(listPlanned, {}));
  const stopped = (data?.value.data ?? []).filter(
    ({ state, planned_by_id, action }) =>
      state === "planned" && planned_by_id === member.id && !(next && isAllowed(plannable[action], next)),
  );
  return (
    <div className="mt-3 empty:hidden" role="status">
      {error && !data && "What they have planned could not be read, and will not be sent."}
      {stopped.length > 0 && (
        <>
          <p className="font-semibold text-ink">These planned actions will not be sent:</p>
          <ul className="max-h-40 list-disc overflow-y-auto pl-5">
            {stopped.map(({ id, action, campaign_id, campaign_name, local, zone }) => (
              <li key={id} className="wrap-anywhere">
                {plannableNames[action]} {campaign_name ?? campaign_id}, {local.replace("T", " ")} {zone}
              </li>
            ))}
          </ul>
          <Link className={linkClass} href="/settings/automation" prefetch={false}>
            Open Settings, Automation
          </Link>
        </>
      )}
    </div>
  );
}
