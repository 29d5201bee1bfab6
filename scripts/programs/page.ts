import { examples } from "./examples";
import { operationsMarkdown } from "./operations";

const lead = `Every request that is open to a [token](tokens.md): ten examples, then method, path, roles and fields.`;

const rules = `## How to ask

Send the token in the header \`Authorization: Bearer swb_…\`. Fields of the path are part of the address, those of the query
follow its \`?\`, and those of the body are one JSON object with the header \`Content-Type: application/json\`.

Requests under \`/api/v1\` go to the platform, whose answer is in \`raw\`. The others are answered by Switchboard. Times are in UTC
unless they have another zone. A page of a list ends with \`next\`: send it as \`after\` or \`before\` to get the next page.

If a request fails, the status is 400 or more, and the answer has \`title\`, \`detail\` and \`request_id\`. For a send it has \`outcome\`:
after \`refused\` nothing was done, after \`unknown\` it may have been, so look before you send again. Give each send a header
\`X-Request-Id\` of your own, 8 to 64 letters and digits. A send that comes again with the same one is not sent twice.`;

const beginning = `## Ten examples

They are for bash and curl. Each uses what this sets once:

\`\`\`sh
export SWITCHBOARD_URL=https://switchboard.example
export SWITCHBOARD_TOKEN=swb_…
ask() { curl --fail-with-body --silent --show-error -H "Authorization: Bearer $SWITCHBOARD_TOKEN" "$@"; }
\`\`\``;

/** The page for people who write programs, without its title. */
export const programsMarkdown = () =>
  [
    lead,
    rules,
    beginning,
    ...examples.map(({ title, about, command }) => `### ${title}\n\n${about}\n\n\`\`\`sh\n${command}\n\`\`\``),
    ...operationsMarkdown(),
  ].join("\n\n");
