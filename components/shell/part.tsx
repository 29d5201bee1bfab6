import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, startTransition } from "react";
import { FaultBoundary, type ShownFault } from "./fault-boundary";
import { FetchedFault } from "./fetched-fault";

type PartProps = { children: ReactNode };

/** Keeps the frame if a part of it fails to render. */
export function Part({ children }: PartProps) {
  return (
    <FaultBoundary page={usePathname()} fallback={PartFault}>
      {children}
    </FaultBoundary>
  );
}

/** Keeps the frame if a banner above the page fails to render. The page itself has `error.tsx`. */
export function MainPart({ children }: PartProps) {
  const router = useRouter();
  return (
    <FaultBoundary
      page={usePathname()}
      fallback={({ error, reset }) => (
        <FetchedFault
          error={error}
          retry={() =>
            startTransition(() => {
              router.refresh();
              reset();
            })
          }
        />
      )}
    >
      {children}
    </FaultBoundary>
  );
}

function PartFault({ reset }: ShownFault) {
  return (
    <button type="button" className="cursor-pointer px-3 text-left text-sm text-fault-ink underline" onClick={reset}>
      Not shown: try again
    </button>
  );
}
