"use client";

import { mutationOptions, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { TableSection } from "@/components/data-table/table-section";
import { useSendFault } from "@/components/send/use-send-fault";
import { Status } from "@/components/status/status";
import { Button } from "@/components/ui/buttons/button";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { useToast } from "@/components/ui/overlay/toast";
import { TimeText } from "@/components/ui/time/time-text";
import type { Answer } from "@/lib/client/answer";
import { askAuth } from "@/lib/client/ask-auth";
import { clock } from "@/lib/clock";

// Order matters: most user agents also contain the names of other browsers.
const browsers: readonly (readonly [string, RegExp])[] = [
  ["Edge", /\bEdg(?:A|iOS)?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

const systems: readonly (readonly [string, RegExp])[] = [
  ["Windows", /\bWindows\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

const columns: readonly DataColumn<OwnSession>[] = [
  {
    id: "browser",
    header: "Browser",
    cell: ({ browser }) => (browser === null ? "not named" : <span title={browser}>{browserMessage(browser)}</span>),
    csv: ({ browser }) => browser,
    isRowHeader: true,
  },
  {
    id: "address",
    header: "IP address",
    cell: ({ address }) => <code>{address ?? "—"}</code>,
    csv: ({ address }) => address,
    fit: true,
  },
  {
    id: "began",
    header: "Signed in",
    cell: ({ created_at }) => <TimeText at={created_at} />,
    csv: ({ created_at }) => created_at,
    fit: true,
  },
  {
    id: "seen",
    header: "Last used",
    cell: ({ last_seen_at }) => <TimeText at={last_seen_at} variant="relative" />,
    csv: ({ last_seen_at }) => last_seen_at,
    fit: true,
  },
  {
    id: "end",
    header: "End",
    cell: (session) => <EndSession session={session} />,
    fit: true,
    num: true,
    className: "max-narrow:col-start-2",
  },
];

const rowId = ({ id }: OwnSession) => id;

/** The user's sessions, and buttons to end them. */
export function SessionsSection() {
  const sessions = useQuery(readOwnSessions);
  const others = sessions.data?.value.data.filter((session) => !session.is_current).length ?? 0;
  return (
    <TableSection
      title="My sign-ins"
      note="Where you are signed in"
      more={others > 0 && <EndOthers count={others} />}
      // Height of three rows, to avoid layout shift.
      className="min-h-[206px]"
      query={sessions}
      label="your sign-ins"
      name="own-sessions"
      columns={columns}
      rowId={rowId}
    />
  );
}

function EndSession({ session }: { session: OwnSession }) {
  const end = useEndSessions();
  if (session.is_current) return <Status word="this one" tone="live" />;
  const trigger = (
    <Button size="small" variant="bare" isSending={end.isPending} sendingLabel="…">
      End
    </Button>
  );
  return (
    <AskPopover
      trigger={trigger}
      question="Sign out that browser?"
      confirmLabel="Sign out"
      onConfirm={() => end.mutate(session.id)}
    >
      That browser has to sign in again.
    </AskPopover>
  );
}

function EndOthers({ count }: { count: number }) {
  const end = useEndSessions();
  const name = count === 1 ? "the other browser" : `${count} other browsers`;
  const trigger = (
    <Button size="small" isSending={end.isPending} sendingLabel="Signing out…">
      Sign out {name}
    </Button>
  );
  return (
    <AskPopover
      trigger={trigger}
      question={`Sign out ${name}?`}
      confirmLabel="Sign out"
      onConfirm={() => end.mutate(undefined)}
    >
      This browser stays signed in.
    </AskPopover>
  );
}

function useEndSessions() {
  const toast = useToast();
  const showFault = useSendFault();
  return useMutation({
    ...endOwnSessions,
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => showFault(error, "Sign out", "own-sessions"),
  });
}

type OwnSession = {
  id: string;
  created_at: string;
  last_seen_at: string;
  address: string | null;
  browser: string | null;
  is_current: boolean;
};

const resource = "own-sessions";

const readOwnSessions = queryOptions({
  queryKey: [resource, "list"],
  queryFn: async (): Promise<Answer<{ data: OwnSession[] }>> => {
    const raw = await askAuth("list-sessions");
    const readAt = clock.now().toISOString();
    return { value: raw as { data: OwnSession[] }, raw, status: 200, requestId: "", readAt, drift: [] };
  },
});

/** Ends one of the user's sessions; without an ID all except the current one. */
const endOwnSessions = mutationOptions({
  mutationKey: [resource, "end"],
  mutationFn: async (id: string | undefined) =>
    (await (id === undefined ? askAuth("revoke-other-sessions", {}) : askAuth("revoke-session", { id }))) as {
      message: string;
    },
  retry: false,
  networkMode: "always",
});

/** Browser and system of a user agent: "Firefox 128 on Windows". Unknown ones are cut to 60 characters. */
export function browserMessage(userAgent: string): string {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent));
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (!browser) return userAgent.slice(0, 60);
  const [name, pattern] = browser;
  const version = pattern.exec(userAgent)?.[1];
  return [name, version, system && `on ${system}`].filter(Boolean).join(" ");
}
