"use client";

import { useState } from "react";
import { useMay, useMe } from "@/components/query/use-me";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { endRestoredCopy } from "@/lib/contract/console/restored-copy";

const UseCopyDialog = deferred(async () => (await import("./use-copy-dialog")).UseCopyDialog);

/** Says on every page that this is a restored copy, until an admin puts it into use. */
export function CopyBar() {
  const { restored_copy: copy } = useMe();
  const mayEnd = useMay(endRestoredCopy);
  const [isAsking, setIsAsking] = useState(false);
  if (!copy) return null;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-rule bg-wait-wash px-(--gutter) py-2 text-wait-ink">
      <StatusIcon tone="wait" tinted className="mt-1" />
      <p className="min-w-0 flex-1 basis-60">
        <b className="font-semibold">Restored copy</b> of the backup of <TimeText at={copy.made_at} variant="moment" />,
        restored <TimeText at={copy.restored_at} variant="moment" zoned />
        {copy.by && ` by ${copy.by}`}. It sends no scheduled actions, no pauses and no alerts by itself
        {mayEnd ? "." : " until an admin puts it into use."}
      </p>
      {mayEnd && (
        <Button
          size="small"
          className="flex-none print:hidden"
          aria-haspopup="dialog"
          load={UseCopyDialog.load}
          onClick={() => setIsAsking(true)}
        >
          Use this one…
        </Button>
      )}
      {isAsking && <UseCopyDialog onClose={() => setIsAsking(false)} />}
    </div>
  );
}
