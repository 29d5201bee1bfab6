import { Lamp } from "@/components/ui/status-icon";

const first = [
  ["Admin", "add the others under Team, and look at the line in Settings."],
  ["Campaign manager", "open a campaign by its ID, then import its contacts."],
  ["Support", "look at the webhook log, and at calls by their ID."],
] as const;

export function DoneStep() {
  return (
    <>
      <h1 tabIndex={-1}>Switchboard is ready</h1>
      <p className="lead">You are signed in. What each role does first:</p>
      <ul className="first-things">
        {first.map(([role, what]) => (
          <li key={role}>
            <Lamp reading="ok" tinted />
            <span>
              <b>{role}</b>: {what}
            </span>
          </li>
        ))}
      </ul>
      <div className="gate-acts">
        <a className="btn pri lg grow" href="/">
          Open the overview
        </a>
        <a className="btn lg" href="/team">
          Add people
        </a>
      </div>
    </>
  );
}
