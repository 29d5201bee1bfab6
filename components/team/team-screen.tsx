"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { useMe } from "@/components/query/use-me";
import { roleName } from "@/components/query/who-can";
import { Status } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton, CopyId } from "@/components/ui/buttons/copy-button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Drawer } from "@/components/ui/overlay/drawer";
import { besideDrawerClass, deskClass } from "@/components/ui/overlay/layer-class";
import { KvList } from "@/components/ui/page/kv-list";
import { PageHead } from "@/components/ui/page/page-head";
import { bayClass } from "@/components/ui/page/section";
import { StateFace } from "@/components/ui/page/state-face";
import { fitClass, tableClass } from "@/components/ui/page/table-class";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { firstPasswordHours } from "@/lib/contract/console/password";
import { listTeam, type Member } from "@/lib/contract/console/team";
import { roles } from "@/lib/contract/operation";
import { rolesTable } from "@/lib/contract/roles-table";
import type { NewPassword } from "./add-person";
import { MemberActs } from "./member-acts";
import { stateTone, TeamTable } from "./team-table";

const AddPerson = lazy(() => import("./add-person").then(({ AddPerson }) => ({ default: AddPerson })));

export function TeamScreen() {
  const url = useUrlState();
  const team = useQuery(read(listTeam, {}));
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<NewPassword>();
  const members = team.data?.value.data ?? [];
  const asked = url.get("person");
  const opened = members.find(({ id }) => id === asked);
  const close = () => url.close("person");

  return (
    <div className={deskClass}>
      <div className={besideDrawerClass}>
        <PageHead
          title="Team and roles"
          actions={
            <Button variant="primary" icon="plus" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
              Add person
            </Button>
          }
        >
          Who may use this Switchboard, and for what. There is always at least one admin.
        </PageHead>
        <QueryView query={team} label="the team">
          {({ value: { data } }) => <TeamTable members={data} />}
        </QueryView>
        <RolesMatrix />
      </div>
      {opened && <MemberDrawer key={opened.id} member={opened} onMade={setMade} onClose={close} />}
      {asked !== undefined && !opened && team.data && <NoMember id={asked} onClose={close} />}
      {isAdding && (
        <Suspense fallback={null}>
          <AddPerson
            onClose={() => setIsAdding(false)}
            onMade={(next) => {
              setIsAdding(false);
              setMade(next);
            }}
          />
        </Suspense>
      )}
      {made && <FirstPassword {...made} onClose={() => setMade(undefined)} />}
    </div>
  );
}

/** An address that names nobody of this team. */
function NoMember({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Drawer label="Person" onClose={onClose}>
      <section>
        <StateFace face="not-found" heading="No person with this ID">
          <p>Nobody in this team has it. They may have been removed.</p>
          <CopyId id={id} whole />
        </StateFace>
      </section>
    </Drawer>
  );
}

type FirstPasswordProps = NewPassword & { onClose: () => void };

/** The one time a first password is seen. Closing it is the end of it here. */
function FirstPassword({ name, password, isNew, onClose }: FirstPasswordProps) {
  return (
    <Dialog
      title={isNew ? `${name} was added` : `${name} has a new first password`}
      // A press beside the dialog must not lose what is shown only once.
      onClose={() => undefined}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have handed it on
        </Button>
      }
    >
      <p className="text-ink-2">Give them this password yourself. It is shown only now and kept nowhere in clear.</p>
      <p className="flex min-w-0 items-center gap-2 my-3.5">
        <code className="min-w-0 flex-1 select-all" data-first-password>
          {password}
        </code>
        <CopyButton text={password} name="the first password" data-first-focus>
          Copy
        </CopyButton>
      </p>
      <p className="text-sm/[17px] text-ink-3">
        It works for {firstPasswordHours} hours. At their first sign-in they must choose one of their own.
      </p>
    </Dialog>
  );
}

const rows = rolesTable();

/** Folded out on demand; made of the same lists that the server refuses by. */
function RolesMatrix() {
  return (
    <section className={bayClass}>
      <details>
        <summary className="cursor-pointer py-1">
          <h2 className="inline">What each role may do</h2>
        </summary>
        <p className="text-sm/[17px] text-ink-3 my-2">
          Made from the lists the server itself enforces. Reads and sends, {rows.length} in all.
        </p>
        <table className={tableClass()}>
          <caption className="sr-only">What each role may do</caption>
          <thead>
            <tr>
              <th scope="col">To</th>
              {roles.map((role) => (
                <th key={role} scope="col" className={fitClass}>
                  {roleName(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, words, isSend, may }) => (
              <tr key={id} className="max-narrow:grid-cols-[auto_minmax(0,1fr)_auto] max-narrow:px-0">
                <th scope="row" className="max-narrow:col-span-full">
                  {words} {isSend && <span className="text-sm/[17px] text-ink-3">sends</span>}
                </th>
                {roles.map((role) => (
                  <td
                    key={role}
                    className={`${fitClass} max-narrow:before:text-ink-3 max-narrow:before:content-[attr(data-role)_':_']`}
                    data-role={roleName(role)}
                  >
                    {may[role] ? "Yes" : <span className="text-ink-3">No</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

type MemberDrawerProps = { member: Member; onMade: (made: NewPassword) => void; onClose: () => void };

function MemberDrawer({ member, onMade, onClose }: MemberDrawerProps) {
  const isMe = useMe().id === member.id;
  return (
    <Drawer label="Person" onClose={onClose}>
      <section>
        <h2>{member.name}</h2>
        <p className="text-ink-2">
          {member.email}
          {isMe && " (you)"}
        </p>
      </section>
      <section>
        <KvList
          entries={[
            ["Role", roleName(member.role)],
            ["State", <Status key="state" word={member.state} tone={stateTone[member.state]} />],
            ["Last seen", member.last_seen_at ? <TimeText key="seen" at={member.last_seen_at} zoned /> : "Never"],
            ["Added", <TimeText key="added" at={member.created_at} zoned />],
            ["ID", <CopyId key="id" id={member.id} />],
          ]}
        />
        {member.state === "locked" && (
          <p className="text-sm/[17px] text-ink-3">
            Five sign-ins failed within 15 minutes. The lock ends by itself; a new first password ends it now.
          </p>
        )}
      </section>
      <MemberActs member={member} isMe={isMe} onMade={onMade} onClose={onClose} />
    </Drawer>
  );
}
