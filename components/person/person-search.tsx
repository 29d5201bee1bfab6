import { NumberForm } from "./number-form";
import { usePersonDialogs } from "./use-person-dialogs";

/** A field for a number, which opens what is stored of the person. */
export function PersonSearch() {
  const { openPerson, dialogs } = usePersonDialogs();
  return (
    <>
      <NumberForm onNumber={(typed) => typed && openPerson({ number: typed.text, country: typed.country })} />
      {dialogs}
    </>
  );
}
