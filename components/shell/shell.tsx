"use client";

import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { MeProvider, useMe } from "@/components/query/use-me";
import { useKeptFocus } from "@/components/ui/browser/use-kept-focus";
import { SingleKeysProvider } from "@/components/ui/browser/use-keys";
import { ToastProvider } from "@/components/ui/overlay/toast";
import { LiveRegion } from "@/components/ui/page/live-region";
import { RenderedAtContext } from "@/components/ui/time/use-now";
import { ZoneProvider } from "@/components/ui/time/zone";
import type { RawAnswer } from "@/lib/client/answer";
import { followChoices } from "@/lib/client/follow-choices";
import { keyOf, read } from "@/lib/client/query";
import { createQueryClient } from "@/lib/client/query-client";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { getMe, type Me } from "@/lib/contract/console/me";
import { Frame } from "./frame";
import { watchSession } from "./leave";
import { SignOutProvider } from "./sign-out";
import { applyTheme } from "./theme";
import { type OpenPages, OpenPagesContext } from "./use-destinations";
import { useLive } from "./use-live";
import { useShownZone } from "./use-shown-zone";

export type ShellProps = {
  me: Me;
  /** What is known of the connection already; undefined where it could not be told. */
  connection: RawAnswer | undefined;
  /** When the server made the page. */
  renderedAt: number;
  /** The pages each role may open: a role can become another while the page stands. */
  openPages: OpenPages;
  children: ReactNode;
};

/** Everything around a page of the console. */
export function Shell({ me, connection, renderedAt, openPages, children }: ShellProps) {
  const [client] = useState(() => clientKnowing(connection, renderedAt));
  return (
    <QueryClientProvider client={client}>
      <RenderedAtContext value={renderedAt}>
        <LiveRegion>
          <ToastProvider>
            <OpenPagesContext value={openPages}>
              <SignedIn me={me} renderedAt={renderedAt}>
                {children}
              </SignedIn>
            </OpenPagesContext>
          </ToastProvider>
        </LiveRegion>
      </RenderedAtContext>
    </QueryClientProvider>
  );
}

function clientKnowing(connection: RawAnswer | undefined, updatedAt: number) {
  const client = createQueryClient();
  if (connection) client.setQueryData(keyOf(getConnectionStatus, {}), connection, { updatedAt });
  return client;
}

const meStaysMs = 60_000;

/** Who is signed in, as the page was made with and as it is since: choices made here or elsewhere show at once. */
function SignedIn({ me: given, renderedAt, children }: Omit<ShellProps, "connection" | "openPages">) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...read(getMe, {}),
    initialData: { raw: given, drift: [], status: 200, requestId: "", readAt: "" },
    staleTime: meStaysMs,
  });
  const me = data.value;

  useLive({ account: me.id, since: renderedAt });
  useEffect(() => watchSession(client), [client]);
  useEffect(() => followChoices(client, me.id), [client, me.id]);
  useEffect(() => void forgetOthersDrafts(me.id), [me.id]);
  useKeptFocus();
  useEffect(markReady, []);
  useEffect(() => applyTheme(me.preferences.theme), [me.preferences.theme]);

  return (
    <MeProvider me={me}>
      <Chosen>{children}</Chosen>
    </MeProvider>
  );
}

/** Whatever signs out needs the same part, which is here from now on. */
const forgetOthersDrafts = async (id: string) => (await import("@/lib/contacts/draft")).forgetStrayDrafts(id);

function Chosen({ children }: { children: ReactNode }) {
  const { preferences } = useMe();
  const { zone } = useShownZone();
  return (
    <SingleKeysProvider on={preferences.letter_keys}>
      <ZoneProvider zone={zone}>
        <SignOutProvider>
          <Frame>{children}</Frame>
        </SignOutProvider>
      </ZoneProvider>
    </SingleKeysProvider>
  );
}

/** For whoever drives a browser by script: from here on, what is pressed is heard. */
function markReady() {
  document.documentElement.dataset.ready = "";
}
