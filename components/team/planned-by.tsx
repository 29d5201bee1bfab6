import { useQuery } from "@tanstack/react-query";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { read } from "@/lib/client/query";
import { listPlanned, plannable, plannableNames } from "@/lib/contract/console/automation/planned";
import type { Member } from "@/lib/contract/console/people/team";
import { isAllowed, type Role } from "@/lib/contract/operation";

type PlannedByProps = {
  member: Member;
  /** New role; undefined if the person loses access. */
  next?: Role;
};

/** Scheduled actions that will not be sent, because their person may no longer send them. */
export function PlannedBy({ member, next }: PlannedByProps) {
  const { data, error } = useQuery(read(listPlanned, {}));
  const blocked = (data?.value.data ?? []).filter(
    ({ state, planned_by_id, action }) =>
      state === "planned" && planned_by_id === member.id && !(next && isAllowed(plannable[action], next)),
  );
  return (
    <div className="mt-3 empty:hidden" role="status">
      {error && !data && "Their scheduled actions could not be read. They will not be sent."}
      {blocked.length > 0 && (
        <>
          <p className="font-semibold text-ink">These scheduled actions will not be sent:</p>
          <ul className="max-h-40 list-disc overflow-y-auto pl-5">
            {blocked.map(({ id, action, campaign_id, campaign_name, local, zone }) => (
              <li key={id} className="wrap-anywhere">
                {plannableNames[action]} {campaign_name ?? campaign_id}, {local.replace("T", " ")} {zone}
              </li>
            ))}
          </ul>
          <Link className={linkClass} href="/campaigns/scheduled">
            Open scheduled actions
          </Link>
        </>
      )}
    </div>
  );
}
