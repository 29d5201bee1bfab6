import { redirect } from "next/navigation";
import { receivedLink } from "@/lib/contract/console/webhook-log/received-link";

/** The list of received events is now a filter of the log. Its links still work. */
export default async function ReceivedPage({ searchParams }: PageProps<"/webhooks/received">) {
  const params = await searchParams;
  redirect(receivedLink((name) => [params[name]].flat()[0]));
}
