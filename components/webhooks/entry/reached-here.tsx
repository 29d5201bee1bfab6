"use client";

import { useQuery } from "@tanstack/react-query";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { listReceived } from "@/lib/contract/console/inbox/received";
import { formatMilliseconds } from "@/lib/format/format-time";

/** When the event of a delivery arrived at one of our own addresses. Nothing if it did not: most webhooks are not ours. */
export function ReachedHere({ deliveryId }: { deliveryId: string }) {
  const zone = useZone();
  const found = useQuery(read(listReceived, { delivery_id: deliveryId, limit: 1 })).data?.value.data[0];
  if (!found) return null;
  return (
    <p className="mt-1 flex items-baseline gap-1.5">
      <StatusIcon tone="ok" tinted className="flex-none" />
      <span>
        It reached Switchboard at {formatMilliseconds(Date.parse(found.first_at), zone)}
        {found.arrivals > 1 && `, ${found.arrivals} times`}.{" "}
        <Link
          className={linkClass}
          href={`/webhooks/received?${new URLSearchParams({ entry: found.id, time: "all" })}`}
        >
          Open it
        </Link>
      </span>
    </p>
  );
}
