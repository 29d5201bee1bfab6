import { useMay } from "@/components/query/use-me";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import { findPerson } from "@/lib/contract/console/person";
import { usePersonDialogs } from "./person-dialogs";
import { keyOfCall } from "./person-key";

type PersonMenuProps = { call_id: string; number: string | undefined; name: string | null };

/** Menu of a row that is about one call of a person. Nothing for roles that may not look up people. */
export function PersonMenu({ call_id, number, name }: PersonMenuProps) {
  const { lookUp, askNeverCall } = usePersonDialogs();
  const person = keyOfCall(number, call_id);
  if (!useMay(findPerson) || number === undefined) return null;
  return (
    <Menu trigger={<IconButton icon="more" label={`More about ${name ?? number}`} />}>
      <MenuItem icon="user" onSelect={() => lookUp({ person })}>
        Look up this person
      </MenuItem>
      <MenuItem icon="ban" onSelect={() => askNeverCall({ person, name, number, source: "from a call" })}>
        Never call again…
      </MenuItem>
    </Menu>
  );
}
