import { useMe } from "@/components/query/use-me";
import { roleName } from "@/components/query/who-can";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import { Drawer } from "@/components/ui/overlay/drawer";
import { KvList } from "@/components/ui/page/kv-list";
import { TimeText } from "@/components/ui/time/time-text";
import { calledOf, type Member } from "@/lib/contract/console/people/team";
import { MemberActs } from "./member-acts";
import { MemberSessions } from "./member-sessions";
import type { NewLink } from "./person-link";
import { logOf, MemberState } from "./team-table";

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
            ["Second factor", member.has_second_factor ? "On" : "Off"],
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
