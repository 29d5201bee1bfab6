import { NumberForm } from "./number-form";
import { usePersonDialogs } from "./person-dialogs";

/** A field for a number, which opens what is stored of the person. */
export function PersonSearch() {
  const { lookUp } = usePersonDialogs();
  return (
    <NumberForm onNumber={(typed) => typed && lookUp({ person: { number: typed.text, country: typed.country } })} />
  );
}
