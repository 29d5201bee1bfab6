import { useMutation, useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useSendFault } from "@/components/send/use-send-fault";
import { Status } from "@/components/status/status";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useToast } from "@/components/ui/overlay/toast";
import { SettingList, SettingRow } from "@/components/ui/page/setting-row";
import { TimeText } from "@/components/ui/time/time-text";
import type { SignedInSession } from "@/lib/contract/console/people/team";
import { browserName } from "@/lib/format/browser-name";
import { endOwnSessions, ownSessionsResource, readOwnSessions } from "./own-sessions";

/** The user's sessions, and buttons to end them. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useQuery(readOwnSessions);
  const others = sessions.data?.value.data.filter((session) => !session.is_current).length ?? 0;
  const footer = (
    <>
      {others > 0 && <EndOthers count={others} />}
      <Button data-first-focus onClick={onClose}>
        Close
      </Button>
    </>
  );
  return (
    <Dialog title="Where you are signed in" wide onClose={onClose} footer={footer}>
      <QueryView query={sessions} label="your sign-ins" level={3}>
        {({ value: { data } }) => (
          <SettingList>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </SettingList>
        )}
      </QueryView>
    </Dialog>
  );
}

function SessionRow({
  session: { id, browser, address, created_at, last_seen_at, is_current },
}: {
  session: SignedInSession;
}) {
  const end = useEndSessions();
  const name = browser === null ? "Browser without a name" : browserName(browser);
  return (
    <SettingRow
      title={<span title={browser ?? undefined}>{name}</span>}
      note={
        <>
          {address ? <code>{address}</code> : "Unknown address"}, signed in <TimeText at={created_at} />, last used{" "}
          <TimeText at={last_seen_at} variant="relative" />.
        </>
      }
    >
      {is_current ? (
        <Status word="this one" tone="live" />
      ) : (
        <Button
          aria-label={`Sign out ${name}`}
          isSending={end.isPending}
          sendingLabel="Signing out…"
          onClick={() => end.mutate(id)}
        >
          Sign out
        </Button>
      )}
    </SettingRow>
  );
}

function EndOthers({ count }: { count: number }) {
  const end = useEndSessions();
  return (
    <Button isSending={end.isPending} sendingLabel="Signing out…" onClick={() => end.mutate(undefined)}>
      Sign out {count === 1 ? "the other browser" : `${count} other browsers`}
    </Button>
  );
}

function useEndSessions() {
  const toast = useToast();
  const showFault = useSendFault();
  return useMutation({
    ...endOwnSessions,
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => showFault(error, "Sign out", ownSessionsResource),
  });
}
