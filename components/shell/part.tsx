import { unstable_rethrow, usePathname, useRouter } from "next/navigation";
import { Component, type ReactNode, startTransition } from "react";
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

type ShownFault = { error: unknown; reset: () => void };

type FaultBoundaryProps = {
  /** A change of it draws the children anew after a fault. */
  page: string;
  fallback: (fault: ShownFault) => ReactNode;
  children: ReactNode;
};

type FaultState = { fault: { error: unknown } | undefined; page: string };

/** Shows something else where a part fails to render. The one of Next brings its pages for errors, 3 kB. */
class FaultBoundary extends Component<FaultBoundaryProps, FaultState> {
  override state: FaultState = { fault: undefined, page: this.props.page };

  static getDerivedStateFromError(error: unknown): Partial<FaultState> {
    unstable_rethrow(error);
    return { fault: { error } };
  }

  static getDerivedStateFromProps({ page }: FaultBoundaryProps, before: FaultState): FaultState {
    return { fault: page === before.page ? before.fault : undefined, page };
  }

  readonly reset = () => this.setState({ fault: undefined });

  override render() {
    const { fallback, children } = this.props;
    const { fault } = this.state;
    return fault ? fallback({ error: fault.error, reset: this.reset }) : children;
  }
}
