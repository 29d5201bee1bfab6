import { useMay } from "@/components/query/use-me";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { setCampaignHours } from "@/lib/contract/console/automation/hours";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { idToPath } from "@/lib/contract/identifier";
import { formatCount } from "@/lib/format/format-count";
import { formatDay, formatMinute } from "@/lib/format/format-time";
import { CampaignBar } from "./campaign-bar";
import { expectedEnd, percent } from "./expected-end";
import { nightSentence } from "./night-messages";

export function CampaignDone({ campaign: { handled, counts, read_at } }: { campaign: KnownCampaign }) {
  const done = counts.done ?? handled?.count ?? 0;
  if (!handled) return <span className="text-ink-3">{read_at ? "no counts in its record" : "no data yet"}</span>;
  return (
    <span className="block py-px">
      <span className="mb-1 flex justify-between gap-2 text-sm/[17px] text-ink-2">
        <span>
          <b className="font-semibold text-ink">{formatCount(done)}</b> of {formatCount(handled.total)}
        </span>
        {percent(done, handled.total)}
      </span>
      <CampaignBar counts={counts} total={handled.total} isSmall />
    </span>
  );
}

export function CampaignEnd({ campaign }: { campaign: KnownCampaign }) {
  const { at, until, word, sub, subAt } = expectedEnd(campaign);
  const lead = at ? <EndRange at={at} until={until} /> : word;
  return (
    <>
      {lead && <span className="block max-narrow:inline">{lead} </span>}
      <span
        className="line-clamp-2 text-sm/[17px] text-ink-3 max-narrow:inline print:line-clamp-none"
        title={subAt ? undefined : sub}
      >
        {sub} {subAt && <TimeText at={subAt} variant="moment" quiet />}
      </span>
      <NightNote campaign={campaign} />
    </>
  );
}

/** "Mon 11:50 to 13:30"; the second day only if it is another one. */
export function EndRange({ at, until }: { at: string; until: string | undefined }) {
  const zone = useZone();
  const first = <TimeText at={at} variant="moment" quiet />;
  const [fromMs, toMs] = [Date.parse(at), Date.parse(until ?? at)];
  if (!until || Math.floor(fromMs / 60_000) === Math.floor(toMs / 60_000)) return first;
  const isSameDay = formatDay(fromMs, zone) === formatDay(toMs, zone);
  return (
    <>
      {first} to{" "}
      {isSameDay ? (
        <time dateTime={until}>{formatMinute(toMs, zone)}</time>
      ) : (
        <TimeText at={until} variant="moment" quiet />
      )}
    </>
  );
}

/** For a campaign that runs into the night of the people it calls. */
function NightNote({ campaign: { id, night } }: { campaign: Pick<KnownCampaign, "id" | "night"> }) {
  const maySet = useMay(setCampaignHours);
  if (!night) return null;
  return (
    <span className="mt-0.5 block text-sm/[17px] text-wait-ink">
      <StatusIcon tone="wait" tinted className="mr-1.5 inline align-[-1px]" />
      {nightSentence(night)}. {maySet && <TextLink href={`/campaigns/${idToPath(id)}?ask=hours`}>Set hours…</TextLink>}
    </span>
  );
}
