import { createContext } from "react";

/** Says that the code of a layer could not be loaded, after the layer was closed again. */
export const LoadFaultContext = createContext<() => void>(() => undefined);

/** In place of a part of the page whose code could not be loaded. */
export function LoadFault({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="px-(--gutter) py-3 text-sm text-fault-ink">
      A part of this page could not be loaded.{" "}
      <button type="button" className="cursor-pointer underline" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
