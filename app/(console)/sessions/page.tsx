import { redirect } from "next/navigation";
import { endSessionHref } from "@/components/record/end-session-href";

/** Earlier versions ended sessions here. */
export default async function SessionsPage({ searchParams }: PageProps<"/sessions">) {
  const { id } = await searchParams;
  redirect(typeof id === "string" && id !== "" ? endSessionHref(id) : "/calls");
}
