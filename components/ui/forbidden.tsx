import type { Role } from "@/lib/contract/operation";
import { PageHead } from "./page-head";
import { roleName } from "./role-name";
import { StateFace } from "./state-face";

/** The face of a page that the person's role does not open. */
export function Forbidden({ allow }: { allow: readonly Role[] }) {
  return (
    <>
      <PageHead title="Not open to your role" />
      <div className="bay">
        <StateFace face="forbidden" heading="Your role does not open this page" level={2}>
          It is open to: {allow.map(roleName).join(", ")}. An admin can change your role on the Team page.
        </StateFace>
      </div>
    </>
  );
}
