import { PageHead } from "@/components/ui/page-head";
import { StateFace } from "@/components/ui/state-face";
import type { Role } from "@/lib/contract/operation";
import { roleName } from "./role-name";

/** The face of a page that the person's role does not open. */
export function Forbidden({ allow }: { allow: readonly Role[] }) {
  return (
    <>
      <PageHead title="Not open to your role" />
      <div className="bay px-(--gutter) pt-4 pb-[18px]">
        <StateFace face="forbidden" heading="Your role does not open this page" level={2}>
          It is open to: {allow.map(roleName).join(", ")}. An admin can change your role on the Team page.
        </StateFace>
      </div>
    </>
  );
}
