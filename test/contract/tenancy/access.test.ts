import { expect } from 'chai';
import { ENDPOINTS } from '../../../api/endpoints.js';
import { sharedApi } from '../../fixtures/api.js';
import { checkCell } from './check-cell.js';
import { COLUMNS } from './columns.js';
import { tenancyFixture, type TenancyFixture } from './tenancy-fixture.js';
import { TENANCY_ROWS } from './table.js';

describe('access by role, network and organisation', () => {
  it('has a row for every operation', () => {
    const served = new Set(ENDPOINTS.map(({ operation }) => operation));
    expect([...new Set(TENANCY_ROWS.map(({ operation }) => operation))]).to.have.members([...served]);
  });

  for (const row of TENANCY_ROWS) {
    const endpoint = ENDPOINTS.find(({ operation }) => operation === row.operation);

    describe(`${row.operation} by ${row.by}`, () => {
      let service: TenancyFixture;
      before(async () => {
        service = await tenancyFixture(await sharedApi());
      });

      for (const column of COLUMNS) {
        // docs/interface.md#callers-3
        // docs/interface.md#callers-4
        // docs/reliability.md#access
        it(`returns ${row.cells[column].status} as ${column}`, async () => {
          if (!endpoint) throw new Error('There is no such operation');
          await checkCell(service, endpoint, row, column);
        });
      }
    });
  }
});
