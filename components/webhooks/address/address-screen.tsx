"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { deferred } from "@/components/ui/browser/deferred";
import { PageHead } from "@/components/ui/page/page-head";
import { AnswerTitle } from "@/components/webhooks/answer-title";
import { WebhooksNav } from "@/components/webhooks/webhooks-nav";
import { read } from "@/lib/client/query";
import { addAddress, listAddresses } from "@/lib/contract/console/inbox/addresses";
import { listOther } from "@/lib/contract/console/inbox/received";
import { AddressAside } from "./address-aside";
import { SetupSteps } from "./setup-steps";
import { doneStates, nextState, openAddresses, setupHeading } from "./setup-words";

const checkEveryMs = 15_000;

const RefusedAndChecks = deferred(async () => (await import("./refused-and-checks")).RefusedAndChecks);

export function AddressScreen() {
  const query = useQuery({ ...read(listAddresses, {}), refetchInterval: checkEveryMs });
  const maySetUp = useMay(addAddress);
  const maySeeRefused = useMay(listOther);
  const { data, setup } = query.data?.value ?? {};
  const done = data && setup && doneStates(data, setup);
  const heading = done && setupHeading(nextState(done), done.event);
  const title = heading ? <AnswerTitle {...heading} /> : "Address for events";
  return (
    <>
      <PageHead title={title} actions={<WebhooksNav open="/webhooks/address" />}>
        {!maySetUp && "An admin sets this up. You can see how far it is."}
      </PageHead>
      <QueryView query={query} label="the addresses" level={2}>
        {({ value }) => (
          <div className="grid grid-cols-[minmax(0,1fr)_360px] border-t border-rule max-mid:grid-cols-1">
            <SetupSteps addresses={value.data} setup={value.setup} maySetUp={maySetUp} />
            <AddressAside addresses={openAddresses(value.data)} maySetUp={maySetUp} />
          </div>
        )}
      </QueryView>
      {maySeeRefused && (
        <section id="refused" className="scroll-mt-16 border-t border-rule">
          <h2 className="px-(--gutter) py-3 text-base font-semibold">Refused and checks</h2>
          <RefusedAndChecks />
        </section>
      )}
    </>
  );
}
