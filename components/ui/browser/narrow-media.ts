/** Where pages are laid out narrow: `--breakpoint-narrow` in `app/globals.css`. */
export const narrowMedia = "(width < 861px)";
