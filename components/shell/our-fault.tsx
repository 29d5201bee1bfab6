import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { PageHead } from "@/components/ui/page/page-head";
import { StateSection, ToOverview } from "@/components/ui/page/state-message";

export type OurFaultProps = { error: unknown; retry: () => void };

/** Shown if a page failed to render. The server's log has the error under the shown ID. */
export function OurFault({ error, retry }: OurFaultProps) {
  const digest = digestOf(error);
  return (
    <>
      <PageHead title="Something went wrong" />
      <StateSection
        kind="fault"
        heading="Something went wrong on our side."
        actions={
          <>
            <Button size="small" onClick={() => retry()}>
              Try again
            </Button>
            <ToOverview />
          </>
        }
        more={
          digest && (
            <p className="text-sm/[17px] text-ink-3">
              Request <CopyId id={digest} whole />
            </p>
          )
        }
      >
        This page could not be shown. Nothing was changed.
      </StateSection>
    </>
  );
}

function digestOf(error: unknown) {
  const { digest } = typeof error === "object" && error !== null && "digest" in error ? error : {};
  return typeof digest === "string" ? digest : undefined;
}
