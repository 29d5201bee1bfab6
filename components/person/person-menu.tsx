import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import { findPerson } from "@/lib/contract/console/person";
import { usePersonDialogs } from "./person-dialogs";
import { keyOfCall } from "./person-key";

type PersonMenuProps = {
  call_id: string;
  number: string | undefined;
  name: string | null;
  /** Items about the call itself. */
  children?: ReactNode;
};

/** Menu of a row that is about one call of a person. Roles that may not look up people get the items of the call alone. */
export function PersonMenu({ call_id, number, name, children }: PersonMenuProps) {
  const { lookUp, askNeverCall } = usePersonDialogs();
  const person = keyOfCall(number, call_id);
  const mayFind = useMay(findPerson);
  if (!children && (!mayFind || number === undefined)) return null;
  return (
    <Menu trigger={<IconButton icon="more" label={`More about ${name ?? number ?? "this call"}`} />}>
      {mayFind && number !== undefined && (
        <>
          <MenuItem icon="user" onSelect={() => lookUp({ person })}>
            Open the person
          </MenuItem>
          <MenuItem icon="ban" onSelect={() => askNeverCall({ person, name, number, source: "from a call" })}>
            Never call again…
          </MenuItem>
        </>
      )}
      {children}
    </Menu>
  );
}
