import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { SearchField } from "@/components/ui/fields/search-field";
import { CountryField, type NumberReader, useTypedNumber } from "./number-field";

type NumberFormProps = {
  reader: NumberReader;
  initialText?: string;
  /** Set in a dialog: the field gets its first focus, and Escape closes it. Browsers only clear a search field. */
  onEscape?: () => void;
  /** Called with the number in E.164 form; undefined for a text that is no number. */
  onNumber: (number: string | undefined) => void;
};

export function NumberForm({ reader, initialText = "", onEscape, onNumber }: NumberFormProps) {
  const [text, setText] = useState(initialText);
  const { country, setCountry, readTyped, needsCountry, problem } = useTypedNumber(reader);
  const lookUp = (typed: string) => void readTyped(typed).then(onNumber);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the given text is looked up once, when the engine has started
  useEffect(() => {
    if (reader.engine && initialText !== "") lookUp(initialText);
  }, [reader.engine]);

  return (
    <form
      className="grid max-w-[560px] gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) lookUp(text);
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <SearchField
          label="Number, with its country code"
          className="h-11 w-full"
          aria-keyshortcuts="/"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
          data-first-focus={onEscape ? true : undefined}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || !onEscape) return;
            event.preventDefault();
            onEscape();
          }}
        />
        <Button type="submit" className="h-11" disabled={!reader.engine}>
          Look up
        </Button>
      </div>
      {needsCountry && <CountryField countries={reader.countries} country={country} onCountry={setCountry} />}
      {(problem ?? reader.failure) && <FieldError isAlert>{problem ?? reader.failure}</FieldError>}
    </form>
  );
}
