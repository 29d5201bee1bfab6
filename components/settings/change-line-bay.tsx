import { Bay } from "@/components/ui/section";

/** The key lives in the server's environment alone, so it is changed there. */
export function ChangeLineBay() {
  return (
    <Bay title="Change the line or its key">
      <div className="grid gap-2.5">
        <p>
          Both are given where Switchboard is started, in the environment or in <span className="mono">.env</span>:
        </p>
        <ol className="steps-list">
          <li>
            Set <span className="mono">VOICE_API_BASE_URL</span> to the address, and{" "}
            <span className="mono">VOICE_API_KEY</span> to the key.
          </li>
          <li>
            Look at the new line before it is used: <span className="mono">npm run doctor</span>
          </li>
          <li>Start Switchboard again.</li>
        </ol>
        <p>With neither set, it brings up its own local platform.</p>
        <p className="note">
          The key stays on the server. No page, log or export ever holds more of it than its last four characters, so it
          can be replaced here by nobody.
        </p>
        <p className="note">
          Watching a record and the live tail read every 5 s while their tab is in view. That is fixed.
        </p>
      </div>
    </Bay>
  );
}
