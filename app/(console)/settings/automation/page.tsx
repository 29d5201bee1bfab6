import { redirect } from "next/navigation";
import { requirePerson } from "@/app/_server/person";
import { automationLink } from "@/lib/contract/console/automation/automation-link";

/** Guard rails are options of alert rules now, and scheduled actions are part of the campaigns. Links still work. */
export default async function AutomationPage({ searchParams }: PageProps<"/settings/automation">) {
  const [{ role }, params] = [await requirePerson(), await searchParams];
  redirect(automationLink(role, (name) => [params[name]].flat()[0]));
}
