import { Button, ButtonLink } from "@/components/ui/buttons/button";
import { getConnection } from "@/lib/contract/console/connection";
import { useMay } from "./use-me";
import { useRefresh } from "./use-refresh";

/** Ways on from an empty list of the platform. It may be the wrong platform. */
export function EmptyActions() {
  const refresh = useRefresh();
  const mayOpen = useMay(getConnection);
  return (
    <>
      <Button size="small" onClick={refresh}>
        Refresh
      </Button>
      {mayOpen && (
        <ButtonLink size="small" href="/settings/platform">
          Check the connection
        </ButtonLink>
      )}
    </>
  );
}
