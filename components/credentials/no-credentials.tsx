import { StateFace } from "@/components/ui/state-face";

export function NoCredentials() {
  return (
    <div className="bay">
      <StateFace face="empty" heading="No server credentials" level={2}>
        The API returned an empty list. The API contract shows no call to create one.
      </StateFace>
    </div>
  );
}
