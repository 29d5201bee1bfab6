import { catchError, type ErrorInfo } from "next/error";
import { FetchedFault } from "./fetched-fault";

/** Keeps the frame if a part of it fails to render. */
export const Part = catchError(PartFault);

/** Keeps the frame if a banner above the page fails to render. The page itself has `error.tsx`. */
export const MainPart = catchError((_: object, { error, retry }: ErrorInfo) => (
  <FetchedFault error={error} retry={retry} />
));

function PartFault(_: object, { reset }: ErrorInfo) {
  return (
    <button type="button" className="cursor-pointer px-3 text-left text-sm text-fault-ink underline" onClick={reset}>
      Not shown: try again
    </button>
  );
}
