import { notFound, redirect } from "next/navigation";
import { pathToId } from "@/lib/contract/identifier";

/** Redirects to the list, which shows the credential beside it. */
export default async function CredentialPage({ params }: PageProps<"/credentials/[credential_id]">) {
  const id = pathToId((await params).credential_id);
  if (id === undefined) notFound();
  redirect(`/credentials?${new URLSearchParams({ credential: id })}`);
}
