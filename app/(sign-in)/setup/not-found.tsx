import { StandalonePage } from "@/components/shell/standalone-page";
import { ButtonLink } from "@/components/ui/buttons/button";
import { StateMessage } from "@/components/ui/page/state-message";

/** Shown when the first-run link has already been used. */
export default function SetupIsOver() {
  return (
    <StandalonePage>
      <h1 className="sr-only">Set up</h1>
      <StateMessage
        kind="not-found"
        heading="Switchboard is already set up"
        level={2}
        actions={
          <ButtonLink size="small" href="/sign-in">
            Sign in
          </ButtonLink>
        }
      >
        The first-run link works once. Sign in, or ask an admin to add you.
      </StateMessage>
    </StandalonePage>
  );
}
