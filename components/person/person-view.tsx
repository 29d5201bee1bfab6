import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { PhoneNumber } from "@/components/record/phone-number";
import { StillWaiting } from "@/components/record/still-waiting";
import { Status } from "@/components/status/status";
import { Button, LinkButton } from "@/components/ui/buttons/button";
import { KvList } from "@/components/ui/page/kv-list";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { countryName, specialCodes } from "@/lib/contacts/country-name";
import { blockReasonLabels } from "@/lib/contract/console/block-reasons";
import { addDoNotCall, removeDoNotCall } from "@/lib/contract/console/do-not-call";
import type { Person } from "@/lib/contract/console/person";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { holdsMask } from "@/lib/format/mask-sign";
import { localTimeText } from "./local-time";
import { PersonCalls } from "./person-calls";
import { UploadedLists } from "./uploaded-lists";
import { WaitingCampaigns } from "./waiting-campaigns";

type PersonViewProps = { person: Person; onBlock: () => void; onRemove: () => void };

/** Calls, uploads and the block of one person. */
export function PersonView({ person, onBlock, onRemove }: PersonViewProps) {
  const { waiting, calls, blocked } = person;
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
