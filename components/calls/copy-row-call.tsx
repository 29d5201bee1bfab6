import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "@/components/query/use-me";
import { useCopy } from "@/components/ui/buttons/use-copy";
import { MenuItem } from "@/components/ui/overlay/menu";
import { useToast } from "@/components/ui/overlay/toast";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";

/** *Copy for ticket* in the menu of a listed call, which stays open and says how far it is. */
export function CopyRowCall({ found }: { found: FoundCall }) {
  const client = useQueryClient();
  const toast = useToast();
  const me = useMe();
  const { copy, copied } = useCopy();
  const [isReading, setIsReading] = useState(false);

  async function copyTicket() {
    setIsReading(true);
    try {
      const { readCallTicket } = await import("./read-call-ticket");
      const isCopied = await copy(await readCallTicket(client, found, me), "the call for a ticket");
      if (!isCopied) toast({ tone: "fault", title: "Not copied", body: "The browser did not allow copying." });
    } catch (error) {
      const body = error instanceof Error ? error.message : String(error);
      toast({ tone: "fault", title: "The call was not copied", body });
    } finally {
      setIsReading(false);
    }
  }

  return (
    <MenuItem
      icon={copied ? "check" : "copy"}
      disabled={isReading}
      onSelect={(event) => {
        event.preventDefault();
        void copyTicket();
      }}
    >
      {isReading ? "Reading the call…" : copied ? "Copied" : "Copy for ticket"}
    </MenuItem>
  );
}
