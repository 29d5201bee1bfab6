import { ButtonLink } from "@/components/ui/buttons/button";
import { PageHead } from "@/components/ui/page/page-head";
import { StateSection } from "@/components/ui/page/state-message";

/** The way on from a page that shows nothing. */
export const ToOverview = () => (
  <ButtonLink size="small" href="/">
    Go to the overview
  </ButtonLink>
);

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
