import { JackField } from "@/components/ui/jack-field";
import { Lamp } from "@/components/ui/lamp";
import { planCounts } from "@/components/ui/plan-counts";
import { Status } from "@/components/ui/status";
import type { PlanLimits } from "@/lib/contract/phone-numbers";

export function PlanBay({ plan, total }: { plan: PlanLimits; total: number | undefined }) {
  const { counted, most, jacks, isNegative } = planCounts(plan, total);
  return (
    <div className="bay">
      <div className="bay-h">
        <h2>{plan.plan_name ? `Plan ${plan.plan_name}` : "Plan, not named"}</h2>
        <Allowed isAllowed={plan.is_allowed} />
      </div>
      <div className="big">
        <span className="fig">
          {counted ?? "—"}
          <small> {most === undefined ? "counted, no maximum sent" : `of ${most} counted`}</small>
        </span>
      </div>
      {jacks && <JackField {...jacks} legend />}
      {jacks && jacks.due > 0 && (
        <p className="note plan-note">The plan counts pending requests. They are not in the list.</p>
      )}
      {isNegative && (
        <p className="plan-odd">
          <Lamp reading="wait" tinted />
          <span>
            The plan counts {counted}, the list says {total}. The API contract does not say why they would differ this
            way.
          </span>
        </p>
      )}
    </div>
  );
}

function Allowed({ isAllowed }: { isAllowed: boolean | null | undefined }) {
  if (isAllowed === true) return <Status word="Another number may be bought" reading="ok" pill />;
  if (isAllowed === false) return <Status word="No other number may be bought" reading="wait" pill />;
  return <Status word="Not said whether another may be bought" reading="odd" title="is_allowed was not sent" pill />;
}
