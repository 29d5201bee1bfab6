import { type ComponentType, lazy, Suspense } from "react";
import type { OurFaultProps } from "./our-fault";

/** Error page, loaded on demand to keep it out of every document. */
export function FetchedFault(props: OurFaultProps) {
  return (
    <Suspense fallback={<PlainFault />}>
      <OurFault {...props} />
    </Suspense>
  );
}

const OurFault = lazy(async (): Promise<{ default: ComponentType<OurFaultProps> }> => {
  const fetched = await import("./our-fault").catch(() => ({ OurFault: PlainFault }));
  return { default: fetched.OurFault };
});

const PlainFault = () => <h1 className="px-(--gutter) py-4">Something went wrong on our side.</h1>;
