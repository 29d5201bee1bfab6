"use client";

import { useRunningUpload } from "@/components/send/running-upload";
import { Icon } from "@/components/ui/buttons/icon";
import { Link } from "@/components/ui/buttons/link";
import { idToPath } from "@/lib/contract/identifier";

export function UploadChip() {
  const upload = useRunningUpload();
  if (!upload) return undefined;
  return (
    <Link
      href={`/campaigns/${idToPath(upload.campaign_id)}/contacts?step=upload`}
      className="ml-2.5 flex h-7 max-w-60 min-w-0 shrink items-center gap-2 rounded-full border border-rule-2 bg-sheet px-2.5 font-[550] whitespace-nowrap hover:border-edge max-narrow:mr-1.5 max-narrow:ml-0 max-narrow:shrink-0 max-narrow:px-2"
    >
      <Icon name="up" className="flex-none text-live-ink" />
      <span className="truncate max-narrow:sr-only">Uploading {upload.fileName}</span>
      <span className="flex-none tabular-nums">{upload.percent}%</span>
    </Link>
  );
}
