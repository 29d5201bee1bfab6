import { linkClass } from "@/components/ui/buttons/button-class";
import { TimeText } from "@/components/ui/time/time-text";
import { exportLeftOut, type LeftOutRows } from "@/lib/contract/console/left-out";
import { pathOf } from "@/lib/contract/match";
import { countOf } from "@/lib/format/format-count";

export const KeptRowsLink = ({ import_id, rows, until }: LeftOutRows & { import_id: string }) => (
  <>
    <a className={linkClass} href={`/api${pathOf(exportLeftOut, { import_id })}`} download>
      Save {countOf(rows, "row")} left out
    </a>
    , stored encrypted until <TimeText at={until} variant="short-day" quiet />
  </>
);
