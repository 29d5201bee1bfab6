"use client";

import { roleName } from "@/components/query/role-name";
import { useMe } from "@/components/query/use-me";
import { Status } from "@/components/status/status";
import { CopyId } from "@/components/ui/copy-id";
import { Drawer } from "@/components/ui/drawer";
import { KvList } from "@/components/ui/kv-list";
import { TimeText } from "@/components/ui/time-text";
import type { Member } from "@/lib/contract/console/team";
import { MemberActs } from "./member-acts";
import { stateReading } from "./member-words";
import type { Made } from "./team-screen";

export type MemberDrawerProps = { member: Member; onMade: (made: Made) => void; onClose: () => void };

export function MemberDrawer({ member, onMade, onClose }: MemberDrawerProps) {
  const isMe = useMe().id === member.id;
  return (
    <Drawer label="Person" onClose={onClose}>
      <section>
        <h2>{member.name}</h2>
        <p className="dim">
          {member.email}
          {isMe && " (you)"}
        </p>
      </section>
      <section>
        <KvList
          entries={[
            ["Role", roleName(member.role)],
            ["State", <Status key="state" word={member.state} reading={stateReading[member.state]} />],
            ["Last seen", member.last_seen_at ? <TimeText key="seen" at={member.last_seen_at} zoned /> : "Never"],
            ["Added", <TimeText key="added" at={member.created_at} zoned />],
            ["ID", <CopyId key="id" id={member.id} />],
          ]}
        />
        {member.state === "locked" && (
          <p className="note">
            Five sign-ins failed within 15 minutes. The lock ends by itself; a new first password ends it now.
          </p>
        )}
      </section>
      <MemberActs member={member} isMe={isMe} onMade={onMade} onClose={onClose} />
    </Drawer>
  );
}
