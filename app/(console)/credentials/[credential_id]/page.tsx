import { notFound, redirect } from "next/navigation";
import { pathToId } from "@/lib/contract/identifier";

/** A credential's own address opens it beside the list, where it is read. */
export default async function CredentialPage({ params }: PageProps<"/credentials/[credential_id]">) {
  const id = pathToId((await params).credential_id);
  if (id === undefined) notFound();
  redirect(`/credentials?${new URLSearchParams({ credential: id })}`);
}
