/** Where pages are laid out narrow: `max-narrow` in `app/globals.css`. */
export const narrowMedia = "(width < 861px)";
