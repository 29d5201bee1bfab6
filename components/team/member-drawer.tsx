import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useMe } from "@/components/query/use-me";
import { roleName } from "@/components/query/who-can";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { Drawer } from "@/components/ui/overlay/drawer";
import { KvList } from "@/components/ui/page/kv-list";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { calledOf, endMemberSessions, listMemberSessions, type Member } from "@/lib/contract/console/people/team";
import { browserName } from "@/lib/format/browser-name";
import { MemberActs } from "./member-acts";
import type { NewLink } from "./person-link";
import { FactorState, logOf, MemberState } from "./team-table";

type MemberDrawerProps = { member: Member; isLastAdmin: boolean; onLink: (link: NewLink) => void; onClose: () => void };

export function MemberDrawer({ member, isLastAdmin, onLink, onClose }: MemberDrawerProps) {
  const isMe = useMe().id === member.id;
  return (
    <Drawer label="Person" onClose={onClose}>
      <section>
        <h2>{calledOf(member)}</h2>
        <p className="text-ink-2">
          {member.name ? member.email : "No name given yet"}
          {isMe && " (you)"}
        </p>
      </section>
      <section>
        <KvList
          entries={[
            ["Role", roleName(member.role) + (member.role_set_by ? `. Set by ${member.role_set_by}` : "")],
            ["State", <MemberState key="state" member={member} />],
            ...(member.link_until
              ? [["Link works until", <TimeText key="link" at={member.link_until} zoned />] as const]
              : []),
            ["Second factor", <FactorState key="factor" member={member} />],
            ["Last seen", member.last_seen_at ? <TimeText key="seen" at={member.last_seen_at} zoned /> : "Never"],
            ["Added", <TimeText key="added" at={member.created_at} zoned />],
            [
              "Activity",
              <Link key="log" className={linkClass} href={logOf(member)}>
                Audit log
              </Link>,
            ],
            ["ID", <CopyId key="id" id={member.id} />],
          ]}
        />
        {member.state === "locked" && (
          <p className="text-sm/[17px] text-ink-3">
            Five sign-ins failed within 15 minutes. The lock ends automatically; a reset link ends it now.
          </p>
        )}
      </section>
      <MemberSessions member={member} />
      <MemberActs member={member} isMe={isMe} isLastAdmin={isLastAdmin} onLink={onLink} onClose={onClose} />
    </Drawer>
  );
}

/** Where a person is signed in, and buttons to end that. */
function MemberSessions({ member }: { member: Member }) {
  const sessions = useQuery(read(listMemberSessions, { user_id: member.id }));
  const count = sessions.data?.value.data.length ?? 0;
  return (
    <section>
      <h3>Signed in</h3>
      <QueryView
        query={sessions}
        label="sign-ins"
        level={3}
        rows={1}
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="text-ink-3">Not signed in now</p>}
      >
        {({ value: { data } }) => (
          <ul className="grid gap-2">
            {data.map(({ id, browser, address, last_seen_at }) => {
              const name = browser ? browserName(browser) : "Unnamed browser";
              return (
                <li key={id} className="flex items-start justify-between gap-3">
                  <span className="min-w-0 wrap-anywhere">
                    {name}
                    <span className="block text-sm/[17px] text-ink-3">
                      {address ?? "—"}, used <TimeText at={last_seen_at} variant="relative" quiet />
                    </span>
                  </span>
                  <SignOut member={member} sessionId={id} where={name} />
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
      {count > 1 && <SignOut member={member} />}
    </section>
  );
}

type SignOutProps = { member: Member; sessionId?: string; where?: string };

/** Without a session, everywhere. */
function SignOut({ member, sessionId, where }: SignOutProps) {
  const end = useOwnSend(endMemberSessions, "Sign out", calledOf(member));
  const trigger = (
    <Button
      size="small"
      className={where ? "flex-none" : "mt-2"}
      isSending={end.isPending}
      sendingLabel="…"
      aria-label={where && `Sign out ${where}`}
    >
      {where ? "Sign out" : "Sign out everywhere"}
    </Button>
  );
  return (
    <AskPopover
      trigger={trigger}
      question={`Sign ${calledOf(member)} out ${where ? "there" : "everywhere"}?`}
      confirmLabel="Sign out"
      onConfirm={() => end.mutate({ user_id: member.id, ...(sessionId ? { session_id: sessionId } : {}) })}
    >
      They have to sign in again.
    </AskPopover>
  );
}
