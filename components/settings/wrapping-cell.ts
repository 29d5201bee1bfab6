/** A column whose cells take as many lines as their words need; its head stays on one. */
export const wrappingCell =
  "wrap-anywhere [td&]:max-w-none [td&]:overflow-visible [td&]:py-2 [td&]:whitespace-normal max-narrow:col-span-full max-narrow:leading-5 max-narrow:[td&]:pt-0 max-narrow:[td&]:pb-1";
