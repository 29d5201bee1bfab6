import { CopyId } from "@/components/ui/copy-id";
import { Drawer } from "@/components/ui/drawer";
import { StateFace } from "@/components/ui/state-face";

/** An address that names no entry of those that were read. */
export function NoEntry({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Drawer label="Audit entry" onClose={onClose}>
      <section>
        <StateFace face="not-found" heading="No entry with this ID">
          <p>It is not among the entries listed here. It may be older, or left out by the filters.</p>
          <CopyId id={id} whole />
        </StateFace>
      </section>
    </Drawer>
  );
}
