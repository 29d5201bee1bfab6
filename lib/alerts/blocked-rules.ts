import { sql } from "drizzle-orm";
import type { Plannable } from "@/lib/contract/console/automation/planned";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { idToPath } from "@/lib/contract/identifier";
import { visibleControls } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";
import { type Finding, page, type Rule, rowsOf } from "./rule";

const shownForMs = 86_400_000;

const campaignName = sql`(select coalesce(saved.label, saved.name) from console.saved_record as saved
  where saved.key_print = call_or_action.key_print and saved.resource = 'campaigns' and saved.ref = call_or_action.campaign)`;

type Refusal = {
  campaign: string;
  name: string | null;
  action: Plannable;
  message: string | null;
  at: string;
  status: string | null;
};

/** A scheduled start or resume that was not sent, because blocked people wait and nobody has confirmed to call them. */
export const blockedWaiting: Rule = {
  id: "blocked_waiting",
  clearMs: 0,
  async find({ db, accountId }) {
    const rows = await rowsOf<Refusal>(
      db,
      sql`select campaign, action, message, ended_at as at, ${campaignName} as name, (
          select coalesce(record ->> 'status', record ->> 'state') from console.record_version as version
          where version.key_print = ${accountId} and resource = 'campaigns' and ref = campaign order by version.id desc limit 1
        ) as status
        from (
          select distinct on (campaign_id) key_print, campaign_id as campaign, action, message, ended_at
          from console.planned_action where key_print = ${accountId} and is_unconfirmed
          order by campaign_id, ended_at desc
        ) as call_or_action
        where not exists (
          select from console.blocked_confirmation as confirmed
          where confirmed.account_id = ${accountId} and confirmed.campaign_id = campaign and confirmed.at > ended_at)
          and (exists (
            select from console.contact_list as list join console.list_number as sent on sent.list = list.key
            join console.blocked_contact as link on link.number = sent.number
            where list.account_id = ${accountId} and list.campaign_id = campaign and list.import_id is not null)
          or exists (select from console.found_call where key_print = ${accountId} and campaign_ref = campaign))`,
    );
    const isOver = ({ status }: Refusal) => ["running", "ended"].includes(stageOf(status) ?? "");
    return rows
      .filter((row) => !isOver(row))
      .map(
        ({ campaign, name, action, message, at }): Finding => ({
          ...{ ref: campaign, tone: "wait", subject: name ?? campaign },
          message: `was not ${action === "start" ? "started" : "resumed"} as scheduled.`,
          why: message ?? "",
          since: new Date(at),
          ...{
            href: page(`/campaigns/${idToPath(campaign)}`, { ask: action }),
            link: "Open campaign",
            fingerprint: "",
          },
        }),
      );
  },
};

type BlockedCall = {
  ref: string;
  contact: string | null;
  who: string | null;
  name: string | null;
  at: string;
  blocked_at: string;
};

/** A call of the last day that began after its number was put on the do-not-call list. */
export const blockedCalled: Rule = {
  id: "blocked_called",
  clearMs: 0,
  async find({ db, accountId, now }) {
    const from = new Date(now.getTime() - shownForMs).toISOString();
    const rows = await rowsOf<BlockedCall>(
      db,
      sql`select ref, contact, contact_name as who, at, blocked_at, ${campaignName} as name
        from (select *, campaign_ref as campaign from console.found_call) as call_or_action
        where key_print = ${accountId} and blocked_at is not null and at > ${from}::timestamptz order by at`,
    );
    return rows.map(({ ref, contact, who, name, at, blocked_at }): Finding => {
      const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(blocked_at)) / 1_000));
      const number = contact === null ? "A number" : `+${contact}`;
      return {
        ...{
          ref,
          tone: "fault",
          subject: who === null ? number : visibleControls(who),
          isPhone: who === null && contact !== null,
        },
        message: `was called ${formatSpan(seconds)} after the number was blocked.`,
        why: [
          ...(who === null ? [] : [`${number}.`]),
          ...(name === null ? [] : [`Called by ${visibleControls(name)}.`]),
        ].join(" "),
        since: new Date(at),
        ...{ href: `/calls/${idToPath(ref)}`, link: "Open call", fingerprint: "" },
      };
    });
  },
};
