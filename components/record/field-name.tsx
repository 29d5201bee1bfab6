import { Fragment } from "react";

/** A field's name, which breaks after its underscores and dots before it breaks inside a word. */
export function FieldName({ name }: { name: string }) {
  return name.split(/(?<=[_.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never change places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
