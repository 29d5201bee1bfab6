/** How many credentials are asked for at first. The API takes a limit and shows no way to skip: more means a larger limit. */
export const firstCredentials = { limit: 50 };
