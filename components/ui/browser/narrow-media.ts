/** Media query of the narrow layout. Must match `max-narrow` in `app/globals.css`. */
export const narrowMedia = "(width < 720px)";
