import type { Locator } from "@playwright/test";

/** Types a city into the field of a time zone and chooses what it finds. */
export async function chooseZone(form: Locator, city: string) {
  const field = form.getByRole("combobox", { name: "Time zone" });
  await field.fill("");
  await field.fill(city);
  await field
    .page()
    .getByRole("option", { name: new RegExp(`^${city}`) })
    .first()
    .click();
}
