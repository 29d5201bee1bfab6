import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { SentRecord } from "@/components/record/sent-record";
import { read } from "@/lib/client/query";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { rowsIn } from "@/lib/contract/fields";

export function WebhookRecord({ id }: { id: string }) {
  const webhooks = useQuery({ ...read(listWebhooks, {}), refetchInterval: false });
  return (
    <QueryView query={webhooks} label="the webhooks">
      {({ value, raw }) => {
        const index = value.data.findIndex((webhook) => webhook.id === id);
        return index < 0 ? (
          <p className="text-ink-3">The platform does not list this webhook.</p>
        ) : (
          <SentRecord value={rowsIn(raw)[index]} label="Webhook as sent" isBare />
        );
      }}
    </QueryView>
  );
}
