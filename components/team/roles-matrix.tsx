import { roleName } from "@/components/query/role-name";
import { roles } from "@/lib/contract/operation";
import { rolesTable } from "@/lib/contract/roles-table";

const rows = rolesTable();

/** Folded out on demand; made of the same lists that the server refuses by. */
export function RolesMatrix() {
  return (
    <section className="bay roles-matrix">
      <details>
        <summary>
          <h2>What each role may do</h2>
        </summary>
        <p className="note my-2">
          Made from the lists the server itself enforces. Reads and sends, {rows.length} in all.
        </p>
        <table className="tbl compact">
          <caption className="vh">What each role may do</caption>
          <thead>
            <tr>
              <th scope="col">To</th>
              {roles.map((role) => (
                <th key={role} scope="col" className="fit">
                  {roleName(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, words, isSend, may }) => (
              <tr key={id}>
                <th scope="row">
                  {words} {isSend && <span className="note">sends</span>}
                </th>
                {roles.map((role) => (
                  <td key={role} className="fit" data-role={roleName(role)}>
                    {may[role] ? "Yes" : <span className="faint">No</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
