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
import type { SignedInSession } from "@/lib/contract/console/people/team";
import { browserName } from "@/lib/format/browser-name";

const columns: readonly DataColumn<SignedInSession>[] = [
  {
    id: "browser",
    header: "Browser",
    cell: ({ browser }) => (browser === null ? "not named" : <span title={browser}>{browserName(browser)}</span>),
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

const rowId = ({ id }: SignedInSession) => id;

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

function EndSession({ session }: { session: SignedInSession }) {
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

const resource = "own-sessions";

const readOwnSessions = queryOptions({
  queryKey: [resource, "list"],
  queryFn: async (): Promise<Answer<{ data: SignedInSession[] }>> => {
    const raw = await askAuth("list-sessions");
    const readAt = clock.now().toISOString();
    return { value: raw as { data: SignedInSession[] }, raw, status: 200, requestId: "", readAt, drift: [] };
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
