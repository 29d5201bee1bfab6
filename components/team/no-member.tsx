import { CopyId } from "@/components/ui/copy-id";
import { Drawer } from "@/components/ui/drawer";
import { StateFace } from "@/components/ui/state-face";

/** An address that names nobody of this team. */
export function NoMember({ id, onClose }: { id: string; onClose: () => void }) {
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
