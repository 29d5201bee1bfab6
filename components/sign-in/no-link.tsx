import { Button } from "@/components/ui/button";

/** The setup page without a link that opens it. */
export function NoLink({ problem, onAgain }: { problem: Error | undefined; onAgain: () => void }) {
  if (problem)
    return (
      <>
        <h1>Setup cannot go on</h1>
        <p className="lead">{problem.message}</p>
        <div className="gate-acts">
          <Button onClick={onAgain}>Try again</Button>
        </div>
      </>
    );
  return (
    <>
      <h1>Setup needs its link</h1>
      <p className="lead">
        Switchboard printed a link where it was started. It works once, for 15 minutes; starting Switchboard again
        prints a new one.
      </p>
    </>
  );
}
