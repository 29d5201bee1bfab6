"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { roleName } from "@/components/query/who-can";
import { deferred } from "@/components/ui/browser/deferred";
import { rows, useIntent } from "@/components/ui/browser/use-intent";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Drawer } from "@/components/ui/overlay/drawer";
import { besideDrawerClass, drawerLayoutClass, drawerSpace, sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { fitClass, tableClass } from "@/components/ui/page/table-class";
import { read } from "@/lib/client/query";
import { listTeam, type Member } from "@/lib/contract/console/people/team";
import { type Role, roles } from "@/lib/contract/operation";
import type { NewLink } from "./person-link";
import { TeamFrame } from "./team-frame";
import { TeamTable } from "./team-table";

const AddPerson = deferred(async () => (await import("./add-person")).AddPerson);
const MemberDrawer = deferred(async () => (await import("./member-drawer")).MemberDrawer, drawerSpace);
const PersonLink = deferred(async () => (await import("./person-link")).PersonLink);
const loadDrawer = () => Promise.all([MemberDrawer.load(), PersonLink.load()]);
const loadAdd = () => Promise.all([AddPerson.load(), PersonLink.load()]);

/** One row of the roles table. */
type RoleLine = { words: string; may: Record<Role, boolean> };

export function TeamScreen({ roleLines }: { roleLines: readonly RoleLine[] }) {
  const url = useUrlState();
  const team = useQuery(read(listTeam, {}));
  const [newLink, setNewLink] = useState<NewLink>();
  useIntent(rows, loadDrawer);
  const members = team.data?.value.data ?? [];
  const personId = url.get("person");
  const member = members.find(({ id }) => id === personId);
  const close = () => url.close("person");
  const openDialog = (dialog: "add" | undefined) => url.set({ ask: dialog }, { replaces: true });

  return (
    <div className={drawerLayoutClass}>
      <div className={besideDrawerClass}>
        <TeamFrame
          actions={
            <Button
              variant="primary"
              icon="plus"
              aria-haspopup="dialog"
              load={loadAdd}
              onClick={() => openDialog("add")}
            >
              Add a person
            </Button>
          }
        >
          <QueryView query={team} label="the team">
            {({ value: { data } }) => <TeamTable members={data} />}
          </QueryView>
          <RolesMatrix lines={roleLines} />
        </TeamFrame>
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
