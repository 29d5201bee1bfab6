import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { getCall } from "@/lib/contract/api/calls";
import { idToPath } from "@/lib/contract/identifier";

type CallLinkProps = { call_id: string; className?: string; children: ReactNode };

/** A link to a call's page; plain for roles that cannot open it. */
export function CallLink({ call_id, className = linkClass, children }: CallLinkProps) {
  if (!useMay(getCall)) return children;
  return (
    <Link className={className} href={`/calls/${idToPath(call_id)}`}>
      {children}
    </Link>
  );
}
