import type { CampaignFigures } from "@/lib/contract/console/campaign-figures";
import { moneyText } from "@/lib/format/money";

/** "12.40 GBP", one line for each currency. */
export const CostText = ({ costs }: Pick<CampaignFigures, "costs">) =>
  costs.map(({ amount, currency }) => (
    <span key={currency} className="block">
      {moneyText(amount, currency)}
    </span>
  ));
