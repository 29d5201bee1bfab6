import { StandalonePage } from "@/components/shell/standalone-page";
import { ButtonLink } from "@/components/ui/buttons/button";
import { StateFace } from "@/components/ui/page/state-face";

/** For whoever opens the first-run link after it has done its work. */
export default function SetupIsOver() {
  return (
    <StandalonePage>
      <h1 className="sr-only">Set up</h1>
      <StateFace
        face="not-found"
        heading="Switchboard is set up already"
        level={2}
        actions={
          <ButtonLink size="small" href="/sign-in">
            Sign in
          </ButtonLink>
        }
      >
        The first-run link works once. Sign in, or ask an admin to add you.
      </StateFace>
    </StandalonePage>
  );
}
