import { expect } from 'chai';
import { ENDPOINTS } from '../../../api/endpoints.js';
import { sharedApi } from '../../fixtures/api.js';
import { sampleOf } from '../../fixtures/seed.js';
import { RowCheck } from './row-check.js';
import { COLUMNS, type Column } from './columns.js';
import { tenancyFixture } from './tenancy-fixture.js';
import { TENANCY_ROWS } from './table.js';

/** Every row has its caller of another organisation, and a quarter of the other callers in each run. */
const columnsOf = (index: number): readonly Column[] => [
  ...sampleOf(
    COLUMNS.filter((column) => column !== 'foreign'),
    index,
  ),
  'foreign',
];

describe('access by role, network and organisation', () => {
  it('has a row for every operation', () => {
    const served = new Set(ENDPOINTS.map(({ operation }) => operation));
    expect([...new Set(TENANCY_ROWS.map(({ operation }) => operation))]).to.have.members([...served]);
  });

  for (const [index, row] of TENANCY_ROWS.entries()) {
    const endpoint = ENDPOINTS.find(({ operation }) => operation === row.operation);

    describe(`${row.operation} by ${row.by}`, () => {
      let check: RowCheck;
      before(async () => {
        if (!endpoint) throw new Error('There is no such operation');
        check = new RowCheck(await tenancyFixture(await sharedApi()), endpoint, row);
      });

      for (const column of columnsOf(index)) {
        // docs/interface.md#callers-3
        // docs/interface.md#callers-4
        // docs/reliability.md#access
        it(`returns ${row.cells[column].status} as ${column}`, () => check.cell(column));
      }
    });
  }
});
