import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { NumberLookUp } from "./number-look-up";

export function LookUpDialog({ initialText, onClose }: { initialText: string; onClose: () => void }) {
  const path = usePathname();
  const openedOn = useRef(path);
  useEffect(() => {
    if (path !== openedOn.current) onClose();
  }, [path, onClose]);
  return (
    <Dialog wide title="Who was called?" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p className="mb-3.5 text-ink-2">Uploads from here, the do-not-call list and known calls of one number.</p>
      <NumberLookUp initialText={initialText} onEscape={onClose} />
    </Dialog>
  );
}
