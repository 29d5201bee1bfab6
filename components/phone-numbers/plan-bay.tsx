import { Status } from "@/components/status/status";
import { JackField } from "@/components/ui/slot-meter";
import { Lamp } from "@/components/ui/status-icon";
import { planCounts } from "@/lib/client/plan-counts";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import { asSent } from "@/lib/format/format-raw";

export function PlanBay({ plan, total }: { plan: PlanLimits; total: number | undefined }) {
  const { figure, words, counted, jacks, isNegative } = planCounts(plan, total);
  return (
    <div className="bay">
      <div className="bay-h">
        <h2>{plan.plan_name ? `Plan ${plan.plan_name}` : `Plan, name ${asSent(plan.plan_name)}`}</h2>
        <Allowed isAllowed={plan.is_allowed} />
      </div>
      <div className="big">
        <span className="fig">
          {figure}
          <small> {words}</small>
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

function Allowed({ isAllowed }: { isAllowed: PlanLimits["is_allowed"] }) {
  if (isAllowed === true) return <Status word="Another number may be bought" reading="ok" pill />;
  if (isAllowed === false) return <Status word="No other number may be bought" reading="wait" pill />;
  if (isAllowed !== undefined)
    return <Status word={`is_allowed: ${asSent(isAllowed)}`} reading="odd" title="As it was sent" pill />;
  return <Status word="Not said whether another may be bought" reading="odd" title="is_allowed was not sent" pill />;
}
