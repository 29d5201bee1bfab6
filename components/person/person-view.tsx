import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { PhoneNumber } from "@/components/record/phone-number";
import { StillWaiting } from "@/components/record/still-waiting";
import { RecordLink } from "@/components/record/summary";
import { PauseButton } from "@/components/send/acts/pause-button";
import { Status } from "@/components/status/status";
import { Button, LinkButton } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { KvList } from "@/components/ui/page/kv-list";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { countryName, specialCodes } from "@/lib/contacts/country-name";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { blockReasonLabels } from "@/lib/contract/console/block-reasons";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { addDoNotCall, removeDoNotCall } from "@/lib/contract/console/do-not-call";
import { eraseNumber } from "@/lib/contract/console/erasures";
import type { Person, WaitingIn } from "@/lib/contract/console/person";
import { reasonLabel } from "@/lib/contract/shapes/call";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { clockText, twoDigits } from "@/lib/format/format-time";
import { holdsMask } from "@/lib/format/mask-sign";
import { wallTimeOf } from "@/lib/format/zoned-time";
import { PersonCalls } from "./person-calls";
import { UploadedLists } from "./uploaded-lists";

type PersonViewProps = { person: Person; onBlock: () => void; onRemove: () => void; onForget: () => void };

/** Calls, uploads and the block of one person. */
export function PersonView({ person, onBlock, onRemove, onForget }: PersonViewProps) {
  const { waiting, calls, blocked } = person;
  const mayForget = useMay(eraseNumber);
  return (
    <>
      <PersonHead person={person} onBlock={onBlock} />
      {blocked && !holdsMask(person.number) && <StillWaiting number={person.number} className="mt-3.5" />}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)_280px] border-t border-rule max-narrow:grid-cols-1">
        <div className="min-w-0 pr-5 max-narrow:pr-0">
          {waiting.length > 0 && (
            <Part title="Waiting to be called">
              <WaitingCampaigns waiting={waiting} />
            </Part>
          )}
          <Part title="Calls" note={calls.length > 0 && formatCount(calls.length)}>
            <PersonCalls {...person} />
          </Part>
        </div>
        <div className="min-w-0 border-l border-rule pl-5 max-narrow:border-t max-narrow:border-l-0 max-narrow:pl-0">
          <Part title="Do not call" more={blocked && <RemoveLink onRemove={onRemove} />}>
            <Block blocked={blocked} />
          </Part>
          <Part title="Lists uploaded here">
            <UploadedLists {...person} />
          </Part>
          {mayForget && (
            <LinkButton className="text-sm/5" aria-haspopup="dialog" onClick={onForget}>
              Forget this person…
            </LinkButton>
          )}
        </div>
      </div>
    </>
  );
}

function PersonHead({ person, onBlock }: Pick<PersonViewProps, "person" | "onBlock">) {
  const { number, name, blocked } = person;
  const mayBlock = useMay(addDoNotCall);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-md">
          {name && <b className="font-semibold">{visibleControls(name)}</b>}
          <PhoneNumber number={number} copyable />
          {blocked ? <Status word="do not call" tone="fault" pill /> : <Status word="can be called" tone="ok" pill />}
        </p>
        <PlaceText person={person} />
      </div>
      {!blocked && (
        <Button icon="ban" aria-haspopup="dialog" disabled={!mayBlock} onClick={onBlock}>
          Never call again…
        </Button>
      )}
    </div>
  );
}

const kinds: Partial<Record<string, string>> = {
  mobile: "mobile",
  landline: "landline",
  special: "toll-free or premium number",
};

function PlaceText({ person: { kind, country, zones } }: { person: Person }) {
  const now = useNow(60_000);
  const words = [
    specialCodes[country] === undefined ? countryName(country) : undefined,
    kinds[kind],
    now === undefined ? undefined : localTimeText(zones, now),
  ];
  return <p className="text-ink-3">{words.filter((word) => word !== undefined).join(", ")}</p>;
}

type PartProps = { title: string; note?: ReactNode; more?: ReactNode; children: ReactNode };

const Part = ({ title, note, more, children }: PartProps) => (
  <section className="py-3.5 [section+&]:border-t [section+&]:border-rule" aria-label={title}>
    <div className="mb-2 flex items-baseline gap-2.5">
      <h3 className="text-md font-semibold">{title}</h3>
      {note && <span className="text-sm/5 text-ink-3">{note}</span>}
      {more && <span className="ml-auto text-sm/5">{more}</span>}
    </div>
    {children}
  </section>
);

function RemoveLink({ onRemove }: { onRemove: () => void }) {
  if (!useMay(removeDoNotCall))
    return <span className="text-ink-3">{whoCan(removeDoNotCall.allow)} remove numbers.</span>;
  return (
    <LinkButton aria-haspopup="dialog" onClick={onRemove}>
      Remove…
    </LinkButton>
  );
}

function Block({ blocked }: Pick<Person, "blocked">) {
  if (!blocked) return <p>Not on the list.</p>;
  const { reason, source, added_at, by, until } = blocked;
  return (
    <KvList
      entries={[
        ["Since", <TimeText key="since" at={added_at} variant="moment" />],
        ["Reason", `${blockReasonLabels[reason]}, ${visibleControls(source)}`],
        ["Added by", by],
        ...(until === null ? [] : ([["Until", until]] as const)),
      ]}
    />
  );
}

/** "14:20 there", or "09:20 to 12:20 there" if the number does not tell the zone. Undefined if no zone is known. */
export function localTimeText(zones: readonly string[], nowMs: number): string | undefined {
  const times = zones.map((zone) => wallTimeOf(nowMs, zone)).toSorted((a, b) => a.text.localeCompare(b.text));
  const [first, last] = [times[0], times.at(-1)];
  if (!first || !last) return undefined;
  const [from, to] = [first, last].map(({ minute }) => clockText(Math.floor(minute / 60), twoDigits(minute % 60)));
  return from === to ? `${from} there` : `${from} to ${to} there`;
}

const WaitingCampaigns = ({ waiting }: { waiting: readonly WaitingIn[] }) => (
  <ul>
    {waiting.map((campaign) => (
      <WaitingCampaign key={campaign.campaign_id} campaign={campaign} />
    ))}
  </ul>
);

function WaitingCampaign({ campaign }: { campaign: WaitingIn }) {
  const { campaign_id, name, status } = campaign;
  const isRunning = stageOf(status) === "running";
  const mayPause = useMay(pauseCampaign);
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-center gap-x-2.5 border-t border-rule py-2">
      <StatusIcon tone={isRunning ? "live" : "idle"} tinted className="self-start mt-1" />
      <span className="wrap-anywhere">
        <RecordLink field="campaign_id" id={campaign_id}>
          {name && visibleControls(name)}
        </RecordLink>{" "}
        <span className="text-ink-2">{status === null ? "status unknown" : visibleControls(status)}</span>
        <small className="block text-sm/5 text-ink-2">{attemptsText(campaign)}</small>
      </span>
      {isRunning && mayPause && (
        <PauseButton campaign_id={campaign_id} title={name} size="small" aria-label={`Pause ${name ?? campaign_id}`} />
      )}
    </li>
  );
}

/** "called 2 times, last: Busy" */
export function attemptsText({ attempts, last_result }: Pick<WaitingIn, "attempts" | "last_result">): string {
  if (attempts === 0) return "no call seen yet";
  const times = attempts === 1 ? "called once" : `called ${formatCount(attempts)} times`;
  return last_result === null ? times : `${times}, last: ${visibleControls(reasonLabel(last_result))}`;
}
