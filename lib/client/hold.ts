/** Parameter of the page's address while the person holds the page: nothing on it changes by itself. */
export const holdParameter = "live";
export const heldValue = "off";

export const isHeld = () => new URLSearchParams(location.search).get(holdParameter) === heldValue;
