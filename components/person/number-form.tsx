import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { SearchField } from "@/components/ui/fields/search-field";
import { CountryField, type TypedNumber, useTypedNumber } from "./typed-number";

type NumberFormProps = {
  initialText?: string;
  /** Set in a dialog: the field gets its first focus, and Escape closes it. Browsers only clear a search field. */
  onEscape?: () => void;
  /** Undefined for a text that is no number. */
  onNumber: (number: TypedNumber | undefined) => void;
};

export function NumberForm({ initialText = "", onEscape, onNumber }: NumberFormProps) {
  const [text, setText] = useState(initialText);
  const { readTyped, isReading, needsCountry, problem, ...country } = useTypedNumber();
  const lookUp = (typed: string) => void readTyped(typed).then(onNumber);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the given text is looked up once
  useEffect(() => {
    if (initialText !== "") lookUp(initialText);
  }, []);

  return (
    <form
      className="grid max-w-[560px] gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() && !isReading) lookUp(text);
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
        <Button type="submit" className="h-11">
          Look up
        </Button>
      </div>
      {needsCountry && <CountryField {...country} />}
      {problem && <FieldError isAlert>{problem}</FieldError>}
    </form>
  );
}
