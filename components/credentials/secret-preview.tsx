import { Icon } from "@/components/ui/icon";
import { asSent } from "@/lib/format/format-raw";

export type SecretPreviewProps = { preview: unknown };

export function SecretPreview({ preview }: SecretPreviewProps) {
  return (
    <span className="row secret-preview">
      <span className="mono">{asSent(preview)}</span>
      <span className="faint row nw">
        <Icon name="lock" small />
        preview only
      </span>
    </span>
  );
}
