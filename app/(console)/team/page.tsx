import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { TeamScreen } from "@/components/team/team-screen";
import { listTeam } from "@/lib/contract/console/people/team";
import { groupedRoles } from "@/lib/contract/roles-table";

export const metadata: Metadata = { title: "Team and roles" };

export default function TeamPage() {
  return (
    <ConsolePage needs={listTeam} reads={[start(listTeam, {})]}>
      <TeamScreen roleLines={groupedRoles().map(({ words, may }) => ({ words, may }))} />
    </ConsolePage>
  );
}
