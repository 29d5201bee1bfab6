"use client";

import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/query/use-me";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { read } from "@/lib/client/query";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { changeConnection } from "@/lib/contract/console/connection-change";

/** Shown on every page of the demo platform. `isDemo` is the server's value until the status is loaded. */
export function DemoBanner({ isDemo }: { isDemo: boolean }) {
  const source = useQuery(read(getConnectionStatus, {})).data?.value.source;
  const mayConnect = useMay(changeConnection);
  if (source === undefined ? !isDemo : source !== "demo") return null;
  return (
    <div className="flex items-start gap-3 border-b border-rule bg-live-wash px-(--gutter) py-2 text-live-ink print:hidden">
      <StatusIcon tone="live" tinted className="mt-1" />
      <p className="min-w-0">
        <b className="font-semibold">Demo platform.</b>{" "}
        {mayConnect ? (
          <>
            Everything here is sample data, nobody is called.{" "}
            <Link className="underline underline-offset-3" href="/settings/platform?ask=change">
              Connect your voice platform
            </Link>
          </>
        ) : (
          "Sample data, nobody is called."
        )}
      </p>
    </div>
  );
}
