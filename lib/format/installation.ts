/** Colours of an installation. Each has a readable pair of ink and ground in both themes: see `tokens.css`. */
export const installationColors = [
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "violet",
  "pink",
  "gray",
] as const;

/** Name and colour by which people tell several installations apart. Both come from the environment. */
export type Installation = { name: string; color: (typeof installationColors)[number] };
