"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { useMe } from "@/components/query/use-me";
import { roleName } from "@/components/query/who-can";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import { Drawer } from "@/components/ui/overlay/drawer";
import { KvList } from "@/components/ui/page/kv-list";
import { PageHead } from "@/components/ui/page/page-head";
import { besideDrawerClass, drawerLayoutClass, sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { fitClass, tableClass } from "@/components/ui/page/table-class";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { calledOf, listTeam, type Member } from "@/lib/contract/console/people/team";
import { type Role, roles } from "@/lib/contract/operation";
import type { NewLink } from "./person-link";
import { SecondFactorRule } from "./second-factor-rule";
import { SsoRule } from "./sso-rule";
import { logOf, MemberState, TeamTable } from "./team-table";

const AddPerson = deferred(async () => (await import("./add-person")).AddPerson);
const MemberActs = deferred(async () => (await import("./member-acts")).MemberActs);
const MemberSessions = deferred(async () => (await import("./member-sessions")).MemberSessions);
const PersonLink = deferred(async () => (await import("./person-link")).PersonLink);
const loadLayers = () => Promise.all([MemberActs, MemberSessions, AddPerson, PersonLink].map((layer) => layer.load()));

/** One row of the roles table. */
type RoleLine = { words: string; may: Record<Role, boolean> };

export function TeamScreen({ roleLines }: { roleLines: readonly RoleLine[] }) {
  const url = useUrlState();
  const team = useQuery(read(listTeam, {}));
  const [newLink, setNewLink] = useState<NewLink>();
  useAtRest(loadLayers);
  const members = team.data?.value.data ?? [];
  const personId = url.get("person");
  const member = members.find(({ id }) => id === personId);
  const close = () => url.close("person");
  const openDialog = (dialog: "add" | undefined) => url.set({ ask: dialog }, { replaces: true });

  return (
    <div className={drawerLayoutClass}>
      <div className={besideDrawerClass}>
        <PageHead
          title="Team and roles"
          actions={
            <Button variant="primary" icon="plus" aria-haspopup="dialog" onClick={() => openDialog("add")}>
              Add a person
            </Button>
          }
        >
          Who can use this Switchboard, and for what. There is always at least one admin.
        </PageHead>
        <QueryView query={team} label="the team">
          {({ value: { data } }) => <TeamTable members={data} />}
        </QueryView>
        <SecondFactorRule />
        <SsoRule />
        <RolesMatrix lines={roleLines} />
      </div>
      {member && (
        <MemberDrawer
          key={member.id}
          member={member}
          isLastAdmin={isLastAdmin(member, members)}
          onLink={setNewLink}
          onClose={close}
        />
      )}
      {personId !== undefined && !member && team.data && <NoMember id={personId} onClose={close} />}
      {url.get("ask") === "add" && (
        <AddPerson
          onClose={() => openDialog(undefined)}
          onLink={(next) => {
            openDialog(undefined);
            setNewLink(next);
          }}
        />
      )}
      {newLink && <PersonLink newLink={newLink} onClose={() => setNewLink(undefined)} />}
    </div>
  );
}

/** Shown if the URL's person is not in the team. */
function NoMember({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Drawer label="Person" onClose={onClose}>
      <section>
        <StateMessage kind="not-found" heading="No person with this ID">
          <p>Nobody in this team has it. The person may have been removed.</p>
          <CopyId id={id} whole />
        </StateMessage>
      </section>
    </Drawer>
  );
}

/** Table of permissions, built on the server from the lists that it enforces. */
function RolesMatrix({ lines }: { lines: readonly RoleLine[] }) {
  return (
    <section className={sectionClass}>
      <details>
        <summary className="py-1">
          <h2 className="inline text-md font-semibold tracking-[-0.004em]">What each role may do</h2>
        </summary>
        <table className={`mt-2 [--gutter:0px] ${tableClass()}`}>
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
            {lines.map(({ words, may }) => (
              <tr key={words} className="max-narrow:grid-cols-2 max-narrow:px-0">
                <th scope="row" className="max-w-none whitespace-normal max-narrow:col-span-full">
                  {words}
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

const mayLetIn = ({ role, state }: Member) => role === "admin" && (state === "active" || state === "locked");

const isLastAdmin = (member: Member, members: readonly Member[]) =>
  mayLetIn(member) && members.filter(mayLetIn).length === 1;

type MemberDrawerProps = { member: Member; isLastAdmin: boolean; onLink: (link: NewLink) => void; onClose: () => void };

function MemberDrawer({ member, isLastAdmin, onLink, onClose }: MemberDrawerProps) {
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
