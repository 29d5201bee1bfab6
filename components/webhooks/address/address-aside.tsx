import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { SelectField } from "@/components/ui/fields/select-field";
import { KvList } from "@/components/ui/page/kv-list";
import { read } from "@/lib/client/query";
import { knownEvents } from "@/lib/contract/api/webhooks";
import type { HookAddress } from "@/lib/contract/console/inbox/addresses";
import { getSpace } from "@/lib/contract/console/inbox/space";
import { countOf, formatBytes } from "@/lib/format/format-count";
import { AddressList } from "./address-list";
import { SigningForm } from "./signing-form";
import { UnsignedArrivals } from "./signing-notes";
import { maskedAddress, useWholeAddress } from "./whole-address";

type AddressAsideProps = { addresses: readonly HookAddress[]; maySetUp: boolean };

export function AddressAside({ addresses, maySetUp }: AddressAsideProps) {
  const [newest] = addresses;
  return (
    <div className="min-w-0 border-rule max-mid:border-t mid:border-l [&>section]:border-b [&>section]:border-rule [&>section]:px-(--gutter) [&>section]:py-4 [&_h2]:mb-2 [&_h2]:text-base [&_h2]:font-semibold">
      {newest && <ToEnter address={newest} maySetUp={maySetUp} />}
      {newest && maySetUp && <Signing addresses={addresses} />}
      {addresses.length > 0 && <AddressList addresses={addresses} maySetUp={maySetUp} />}
      {newest && maySetUp && <ContentSpace />}
      <section>
        <h2>Only /hooks/ has to be public</h2>
        <p className="text-ink-2">
          Only /hooks/ has to be reachable from outside. The console itself can stay inside. The page docs/inbox.md has
          examples for nginx and Caddy. Another public name is set with <code>SWITCHBOARD_HOOKS_ORIGIN</code>.
        </p>
      </section>
    </div>
  );
}

function ToEnter({ address, maySetUp }: { address: HookAddress; maySetUp: boolean }) {
  const { load } = useWholeAddress(address.id);
  const copy = { size: "small", variant: "bare", className: "-my-1" } as const;
  return (
    <section>
      <h2>What to enter on the platform</h2>
      <KvList
        entries={[
          [
            "Address",
            <span key="address" className="flex items-baseline justify-between gap-2">
              <code>{maskedAddress(address)}</code>
              {maySetUp && (
                <CopyButton {...copy} text={load} name="the address">
                  <span className="sr-only">Copy the address</span>
                </CopyButton>
              )}
            </span>,
          ],
          [
            "Events",
            <span key="events" className="flex items-start justify-between gap-2">
              <span>
                {knownEvents.map((event) => (
                  <code key={event} className="block">
                    {event}
                  </code>
                ))}
              </span>
              <CopyButton {...copy} text={knownEvents.join("\n")} name="the events">
                <span className="sr-only">Copy the events</span>
              </CopyButton>
            </span>,
          ],
          ["Method", "POST, JSON. Others work too."],
          ["Answer", "200 and a receipt ID, once it is stored"],
        ]}
      />
    </section>
  );
}

function Signing({ addresses }: { addresses: readonly HookAddress[] }) {
  const [chosen, setChosen] = useState<string>();
  const address = addresses.find(({ id }) => id === chosen) ?? addresses[0];
  if (!address) return null;
  return (
    <section>
      <h2>Signing</h2>
      <p className="mb-2 text-sm/[18px] text-ink-3">
        The platform’s document names no signature. Events say “unsigned” until you choose one.
      </p>
      {addresses.length > 1 && (
        <SelectField label="Address" value={address.id} onChange={({ target }) => setChosen(target.value)}>
          {addresses.map(({ id, name, last_four }) => (
            <option key={id} value={id}>
              {name} …{last_four}
            </option>
          ))}
        </SelectField>
      )}
      <SigningForm
        key={`${address.id} ${address.signing} ${address.signing_header} ${address.refuses_unsigned}`}
        address={address}
      />
      <UnsignedArrivals arrivals={address.unsigned} />
    </section>
  );
}

const FreeDialog = deferred(async () => (await import("./content-space")).FreeDialog);

/** Disk space of the contents of events. Some can be freed, also while the disk is nearly full. */
function ContentSpace() {
  const space = useQuery(read(getSpace, {}));
  const [isFreeing, setIsFreeing] = useState(false);
  return (
    <section>
      <h2>Space for contents</h2>
      <QueryView query={space} label="the space" level={3}>
        {({ value: { data } }) => (
          <>
            <p className="text-ink-2">
              {countOf(data.days.length, "day")}, {formatBytes(data.days.reduce((sum, { bytes }) => sum + bytes, 0))}.
              {data.free_bytes !== null && ` Free on the disk: ${formatBytes(data.free_bytes)}.`}
            </p>
            {data.is_short && (
              <p className="mt-1 text-wait-ink" role="status">
                Little space is free, so no content of new events is kept. Their facts are read.
              </p>
            )}
            {data.days.length > 1 && (
              <Button size="small" className="mt-2" aria-haspopup="dialog" onClick={() => setIsFreeing(true)}>
                Delete the oldest…
              </Button>
            )}
            {isFreeing && <FreeDialog days={data.days} onClose={() => setIsFreeing(false)} />}
          </>
        )}
      </QueryView>
    </section>
  );
}
