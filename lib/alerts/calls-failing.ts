import { hasEnded } from "@/lib/collector/polling/pace";
import { isResting, statusIn } from "@/lib/contract/console/campaign-stage";
import { idToPath } from "@/lib/contract/identifier";
import { contactsSince, isOver, minCounted, type Share, shareText } from "./failure-shares";
import { countFingerprint, type Finding, type Rule, recordsOf, titleIn } from "./rule";

const minuteMs = 60_000;

/** A share of failed contacts per campaign. Holds above half of the limit, also while the campaign is paused. */
export const callsFailing: Rule = {
  id: "calls_failing",
  clearMs: 5 * minuteMs,
  async find({ db, accountId, now, limit, latest, since }) {
    const [percent = 0, minutes = 0] = limit.split("/").map(Number);
    const from = new Date(now.getTime() - minutes * minuteMs);
    const isWatched = (ref: string, status: string | null) =>
      !isResting(status) || (since(ref) !== undefined && !hasEnded(status));
    const campaigns = recordsOf(await latest("campaigns")).filter(({ ref, record }) =>
      isWatched(ref, statusIn(record)),
    );
    const findings = await Promise.all(
      campaigns.map(async (campaign): Promise<Finding[]> => {
        const share = await contactsSince(db, { accountId, campaign_id: campaign.ref, from });
        if (!share || !isOver(share, { percent: percent / 2, least: minCounted })) return [];
        return [
          {
            ref: campaign.ref,
            tone: "fault",
            subject: titleIn(campaign),
            message: "has too many failed calls.",
            why: `${shareText(share, "failed", minutes)}.`,
            since: since(campaign.ref) ?? now,
            href: `/campaigns/${idToPath(campaign.ref)}`,
            link: "Open campaign",
            fingerprint: countFingerprint(percentIn(share)),
            isHold: !isOver(share, { percent, least: minCounted }),
          },
        ];
      }),
    );
    return findings.flat();
  },
};

const percentIn = ({ failed, of }: Share) => (failed * 100) / of;
