import { expect } from 'chai';
import { ENDPOINTS } from '../../../api/endpoints.js';
import type { Endpoint } from '../../../api/http/endpoint.js';
import { openSession } from '../../../shared/access/operations/open-session.js';
import type { Account } from '../../../shared/access/stores/account.js';
import { sharedApi } from '../../fixtures/api.js';
import { askById } from '../../fixtures/asking.js';
import type { Column } from './columns.js';
import { expectCell } from './row-check.js';
import { TENANCY_ROWS } from './table.js';
import { tenancyFixture, type TenancyFixture } from './tenancy-fixture.js';

/** Callers that an operation refuses, or from which it hides the record. */
const REFUSED: readonly Column[] = ['viewer', 'readOnly', 'hidden', 'foreign'];
/** Parameters that say which record is meant. */
const NAMES_A_RECORD = /^(?:.*_)?ids?$|^(?:mac_ids|devices|selection|network_name|init_template_name|n)$/;
/** A right that depends on a field is not known without it. */
const DECIDES = new Set(['role']);
/** A wrong type for every field. */
const WRONG = [{ $ne: [] }];

/** The parameters that name no record. */
function fieldsOf({ input, documented = input, routes }: Endpoint): string[] {
  const { keys = {} } = documented.describe() as { keys?: Record<string, unknown> };
  const inPath = routes.flatMap(([, path]) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  return Object.keys(keys).filter(
    (name) =>
      name !== 'access_token' && !DECIDES.has(name) && !NAMES_A_RECORD.test(name) && !inPath.includes(name),
  );
}

describe('fields of the wrong type', () => {
  let service: TenancyFixture;
  before(async () => {
    service = await tenancyFixture(await sharedApi());
  });

  // An account has at most 100 tokens.
  const tokens = new Map<Account, string>();
  async function tokenOf(account: Account): Promise<string> {
    const known = tokens.get(account);
    if (known !== undefined) return known;
    const { secret } = await openSession(service.api.deps, 'token', account);
    tokens.set(account, secret);
    return secret;
  }

  let rows = 0;
  for (const row of TENANCY_ROWS) {
    const endpoint = ENDPOINTS.find(({ operation }) => operation === row.operation);
    const fields = endpoint ? fieldsOf(endpoint) : [];
    if (!endpoint || endpoint.access !== 'user' || fields.length === 0) continue;
    for (const column of REFUSED) {
      const cell = row.cells[column];
      if (![403, 404].includes(cell.status)) continue;
      rows += 1;

      // docs/http.md#requests-11
      it(`of ${row.operation} by ${row.by} are refused after the record and the right (${column})`, async () => {
        const { account, target } = service.columns[column];
        const token = await tokenOf(account);
        const named = await row.input(target, service.home);
        const input = { ...named, ...Object.fromEntries(fields.map((name) => [name, WRONG])) };
        const reply = await askById(service.api, endpoint, input, { token });
        if (reply) expectCell(endpoint, cell, reply);
      });
    }
  }

  it('are sent to most operations that change a record', () => expect(rows).to.be.above(60));
});
