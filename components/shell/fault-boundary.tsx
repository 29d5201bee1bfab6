import { unstable_rethrow } from "next/navigation";
import { Component, type ReactNode } from "react";

export type ShownFault = { error: unknown; reset: () => void };

type FaultBoundaryProps = {
  /** A change of it draws the children anew after a fault. */
  page: string;
  fallback: (fault: ShownFault) => ReactNode;
  children: ReactNode;
};

type FaultState = { fault: { error: unknown } | undefined; page: string };

/** Shows something else where a part fails to render. The one of Next brings its pages for errors, 3 kB. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultState> {
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
