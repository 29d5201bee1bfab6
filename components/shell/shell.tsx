"use client";

import { type DehydratedState, hydrate, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { staysLive, useHold } from "@/components/query/use-hold";
import { MeProvider, useMe } from "@/components/query/use-me";
import { StatusMeaningsProvider } from "@/components/status/use-status-meaning";
import { LoadFaultContext } from "@/components/ui/browser/load-fault";
import { useKeptFocus } from "@/components/ui/browser/use-kept-focus";
import { SingleKeysProvider } from "@/components/ui/browser/use-keys";
import { ToastProvider, useToast } from "@/components/ui/overlay/toast";
import { InstallationProvider } from "@/components/ui/page/installation";
import { LiveRegion } from "@/components/ui/page/live-region";
import { RenderedAtContext } from "@/components/ui/time/use-now";
import { ZoneProvider } from "@/components/ui/time/zone";
import { followChoices } from "@/lib/client/follow-choices";
import { inMachineTime } from "@/lib/client/machine-time";
import { read } from "@/lib/client/query";
import { createQueryClient } from "@/lib/client/query-client";
import { clock } from "@/lib/clock";
import { loadDrafts } from "@/lib/contacts/load-drafts";
import { getMe, type Me } from "@/lib/contract/console/people/me";
import { Frame } from "./frame";
import { goLive } from "./go-live";
import { watchSession } from "./leave";
import { SignOutProvider } from "./sign-out";
import { applyTheme } from "./theme";
import { type OpenPages, OpenPagesContext } from "./use-destinations";
import { useShownZone } from "./use-shown-zone";
import { useViewChange } from "./view-as";

export type ShellProps = {
  me: Me;
  /** Reads that every page needs. The browser fetches those that failed. */
  state: DehydratedState;
  renderedAt: number;
  /** Pages of every role, because the user's role may change while the page is open. */
  openPages: OpenPages;
  children: ReactNode;
};

export function Shell({ me, state, renderedAt, openPages, children }: ShellProps) {
  const [client] = useState(() => {
    followServer(renderedAt);
    return createClientWith(state);
  });
  return (
    <QueryClientProvider client={client}>
      <RenderedAtContext value={renderedAt}>
        <LiveRegion>
          <ToastProvider>
            <LoadFaults>
              <OpenPagesContext value={openPages}>
                <SignedIn me={me} renderedAt={renderedAt}>
                  {children}
                </SignedIn>
              </OpenPagesContext>
            </LoadFaults>
          </ToastProvider>
        </LiveRegion>
      </RenderedAtContext>
    </QueryClientProvider>
  );
}

/** Says in words that something could not be opened, for example without a network. */
function LoadFaults({ children }: { children: ReactNode }) {
  const toast = useToast();
  const report = useCallback(
    () =>
      toast({
        tone: "fault",
        title: "This could not be opened",
        body: "A part of the page could not be loaded. Check your network connection, then try again.",
      }),
    [toast],
  );
  return <LoadFaultContext value={report}>{children}</LoadFaultContext>;
}

/** Before the first answer to a fetch: the page was rendered after its navigation began. */
function followServer(renderedAt: number) {
  if (typeof document !== "undefined") clock.follow(renderedAt, clock.machineMs() - performance.now());
}

function createClientWith(state: DehydratedState) {
  const client = createQueryClient();
  hydrate(client, inMachineTime(state));
  return client;
}

const meStaleMs = 60_000;
const keepAliveMs = 5 * 60_000;

function SignedIn({ me: initialMe, renderedAt, children }: Omit<ShellProps, "state" | "openPages">) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...staysLive(read(getMe, {})),
    initialData: { raw: initialMe, drift: [], status: 200, requestId: "", readAt: "" },
    staleTime: meStaleMs,
    // Keeps the session of a person who works in the page without sending anything.
    refetchInterval: keepAliveMs,
  });
  const me = data.value;

  useViewChange(me);
  useEffect(() => watchSession(client), [client]);
  useEffect(() => followChoices(client, me.id), [client, me.id]);
  useEffect(() => void forgetOthersDrafts(me.id).catch(noop), [me.id]);
  useKeptFocus();
  useEffect(markReady, []);
  useEffect(() => applyTheme(me.preferences.theme), [me.preferences.theme]);

  return (
    <MeProvider me={me}>
      <Live since={renderedAt} />
      <InstallationProvider isCopy={me.restored_copy !== undefined}>
        <PreferenceProviders>{children}</PreferenceProviders>
      </InstallationProvider>
    </MeProvider>
  );
}

const forgetOthersDrafts = async (id: string) => (await loadDrafts())?.forgetStrayDrafts(id);

/** A browser that refuses storage has no drafts. If offline, the next page deletes them. */
const noop = () => undefined;

function PreferenceProviders({ children }: { children: ReactNode }) {
  const { preferences } = useMe();
  const { zone } = useShownZone();
  return (
    <SingleKeysProvider on={preferences.letter_keys}>
      <ZoneProvider zone={zone}>
        <StatusMeaningsProvider>
          <SignOutProvider>
            <Frame>{children}</Frame>
          </SignOutProvider>
        </StatusMeaningsProvider>
      </ZoneProvider>
    </SingleKeysProvider>
  );
}

/** Marks the page as hydrated for browser tests. */
function markReady() {
  document.documentElement.dataset.ready = "";
}

/** A component of its own, because it is drawn at each change of the page's address. */
function Live({ since }: { since: number }) {
  const client = useQueryClient();
  const page = usePathname();
  const { isHeld } = useHold();
  const live = useRef<ReturnType<typeof goLive>>(undefined);
  useEffect(() => {
    live.current = goLive(client, { page: location.pathname, since });
    return () => live.current?.stop();
  }, [client, since]);
  useEffect(() => live.current?.show(page), [page]);
  useEffect(() => {
    if (!isHeld) live.current?.resume();
  }, [isHeld]);
  return null;
}
