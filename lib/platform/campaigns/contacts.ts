import { eq } from "drizzle-orm";
import { uploadContacts, validateContacts } from "@/lib/contract/api/campaigns";
import type { Database } from "@/lib/db/database";
import { implement, owned, type PlatformContext } from "@/lib/platform/http/context";
import { notFound, Problem } from "@/lib/platform/http/problem";
import { campaignTable } from "@/lib/platform/tables/campaigns";
import { hasEnded } from "./campaign-states";
import { checkContacts } from "./contact-check";
import { importContacts } from "./contact-import";
import { receiveFile, receiveText } from "./received-file";

export type UploadLimits = { maxRows: number; maxBytes: number };

const defaultLimits: UploadLimits = { maxRows: 1_000_000, maxBytes: 128 * 1024 * 1024 };

const mostAtOnce = 4;

export const contacts = (db: Database, given: Partial<UploadLimits> = {}) => {
  const limits = { ...defaultLimits, ...given };
  let underWay = 0;
  // Each holds a connection to the database for as long as it takes; the rest of the platform needs some too.
  const receive = async <Result>(work: () => Promise<Result>) => {
    if (underWay >= mostAtOnce)
      throw new Problem("too_many_uploads", `${mostAtOnce} lists are being read already; try again soon.`, undefined, {
        "retry-after": "5",
      });
    underWay += 1;
    return work().finally(() => {
      underWay -= 1;
    });
  };

  const campaignOf = async ({ campaign_id }: { campaign_id: string }, context: PlatformContext) => {
    const mine = owned(campaignTable, context, eq(campaignTable.id, campaign_id));
    const [campaign] = await db.select().from(campaignTable).where(mine);
    if (!campaign) throw notFound("Campaign");
    return campaign;
  };

  return [
    implement(uploadContacts, async (input, context) => {
      const campaign = await campaignOf(input, context);
      if (hasEnded(campaign.status)) {
        const sentence = `Campaign takes no more contacts; current status is ${campaign.status}`;
        throw new Problem("invalid_state", sentence, { status: campaign.status });
      }
      const data = await receive(() =>
        receiveFile(context.request, limits, (file) => importContacts(db, campaign, file, limits)),
      );
      return { success: true, data };
    }),

    implement(validateContacts, async (input, context) => {
      const campaign = await campaignOf(input, context);
      const read = isText(context) ? receiveText : receiveFile;
      const data = await receive(() =>
        read(context.request, limits, (file) => checkContacts(db, campaign, file, limits)),
      );
      return { success: true, data };
    }),
  ];
};

const isText = ({ request }: PlatformContext) => /^text\/(csv|plain)\b/i.test(request.headers["content-type"] ?? "");
