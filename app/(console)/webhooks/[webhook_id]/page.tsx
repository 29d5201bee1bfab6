import { notFound, redirect } from "next/navigation";
import { pathToId } from "@/lib/contract/identifier";

/** A webhook's own address chooses it at the desk: the API documentation shows no call to read one alone. */
export default async function WebhookPage({ params }: PageProps<"/webhooks/[webhook_id]">) {
  const id = pathToId((await params).webhook_id);
  if (id === undefined) notFound();
  redirect(`/webhooks?${new URLSearchParams({ webhook: id })}`);
}
