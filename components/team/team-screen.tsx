"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { useUrlState } from "@/components/ui/use-url-state";
import { read } from "@/lib/client/query";
import { listTeam } from "@/lib/contract/console/team";
import { AddPerson } from "./add-person";
import { FirstPassword, type FirstPasswordProps } from "./first-password";
import { MemberDrawer } from "./member-drawer";
import { NoMember } from "./no-member";
import { RolesMatrix } from "./roles-matrix";
import { TeamTable } from "./team-table";

/** A first password made a moment ago, until it is put away. */
export type Made = Omit<FirstPasswordProps, "onClose">;

export function TeamScreen() {
  const url = useUrlState();
  const team = useQuery(read(listTeam, {}));
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<Made>();
  const members = team.data?.value.data ?? [];
  const asked = url.get("person");
  const opened = members.find(({ id }) => id === asked);
  const close = () => url.close("person");

  return (
    <div className="desk">
      <div className="left">
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
        <AddPerson
          onClose={() => setIsAdding(false)}
          onMade={(next) => {
            setIsAdding(false);
            setMade(next);
          }}
        />
      )}
      {made && <FirstPassword {...made} onClose={() => setMade(undefined)} />}
    </div>
  );
}
