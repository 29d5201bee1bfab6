/** The page that asks before the session with this ID is ended. */
export const endSessionHref = (session_id: string) =>
  `/calls?${new URLSearchParams({ ask: "end-session", session: session_id })}`;
