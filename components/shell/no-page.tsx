import { PageHead } from "@/components/ui/page/page-head";
import { StateSection, ToOverview } from "@/components/ui/page/state-message";

export function NoPage() {
  return (
    <>
      <PageHead title="Page not found" />
      <StateSection kind="not-found" heading="Switchboard has no page at this address" actions={<ToOverview />}>
        The address may be incomplete or mistyped. If you have an ID, press Ctrl K and paste it.
      </StateSection>
    </>
  );
}
