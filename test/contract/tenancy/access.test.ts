import { expect } from 'chai';
import { ENDPOINTS } from '../../../api/endpoints.js';
import { sharedApi } from '../../fixtures/api.js';
import { sampleOf } from '../../fixtures/seed.js';
import { RowCheck } from './row-check.js';
import { COLUMNS, type Column } from './columns.js';
import { tenancyFixture } from './tenancy-fixture.js';
import { TENANCY_ROWS } from './table.js';

const OWN = COLUMNS.filter((column) => column !== 'foreign');

/** Of every other row the caller of another organisation, and one of the eight other callers in each run. */
const columnsOf = (index: number): readonly Column[] => [...sampleOf(OWN, index, OWN.length), 'foreign'];

describe('access by role, network and organisation', () => {
  it('has a row for every operation', () => {
    const served = new Set(ENDPOINTS.map(({ operation }) => operation));
    expect([...new Set(TENANCY_ROWS.map(({ operation }) => operation))]).to.have.members([...served]);
  });

  for (const [index, row] of sampleOf([...TENANCY_ROWS.entries()], 0, 2)) {
    const endpoint = ENDPOINTS.find(({ operation }) => operation === row.operation);

    describe(`${row.operation} by ${row.by}`, () => {
      let check: RowCheck;
      before(async () => {
        if (!endpoint) throw new Error('There is no such operation');
        check = new RowCheck(await tenancyFixture(await sharedApi()), endpoint, row);
      });

      for (const column of columnsOf(index)) {
        // docs/http.md#callers-3
        // docs/http.md#callers-4
        // docs/reliability.md#access
        it(`returns ${row.cells[column].status} as ${column}`, () => check.cell(column));
      }
    });
  }
});
