import { expect } from 'chai';
import type { Endpoint } from '../../api/http/endpoint.js';
import { ENDPOINTS } from '../../api/endpoints.js';
import type { SentCommand } from '../fixtures/queries/round-trips.js';
import { checkFault, expectedOf, kindOf, type Expected } from './check.js';
import { FAULTS } from './faults.js';
import { FaultyApi } from './faulty-api.js';
import { INJECTED_ROWS } from './rows.js';
import { InjectedService } from './injected-service.js';

/** The requests of an operation, each with those of its commands that the ones before do not send. */
async function requestsOf(
  faulty: FaultyApi,
  endpoint: Endpoint,
): Promise<[expected: Expected, command: SentCommand][]> {
  const found = new Map<string, [Expected, SentCommand]>();
  for (const row of INJECTED_ROWS.filter(({ operation }) => operation === endpoint.operation)) {
    const expected = await expectedOf(await InjectedService.make(faulty), endpoint, row);
    for (const command of expected.commands) {
      const kind = kindOf(command);
      if (!found.has(kind)) found.set(kind, [expected, command]);
    }
  }
  return [...found.values()];
}

describe('a database error in each command of each operation', () => {
  let faulty: FaultyApi;
  before(async () => {
    faulty = await FaultyApi.start();
  });
  after(() => faulty.close());

  it('has a request for every served operation and for no other', () => {
    const served = new Set(ENDPOINTS.map(({ operation }) => operation));
    expect([...new Set(INJECTED_ROWS.map(({ operation }) => operation))]).to.have.members([...served]);
  });

  for (const endpoint of ENDPOINTS) {
    describe(endpoint.operation, () => {
      let requests: [Expected, SentCommand][];
      before(async () => {
        requests = await requestsOf(faulty, endpoint);
      });

      for (const [what, faults] of Object.entries(FAULTS)) {
        it(`${what}: success, or 503 and then success`, async () => {
          let checked = 0;
          for (const [expected, command] of requests) {
            for (const fault of faults.filter(({ meets }) => meets(command))) {
              await checkFault(endpoint, expected, fault, command);
              checked += 1;
            }
          }
          expect(checked, 'failed commands').to.be.above(0);
          for (const service of new Set(requests.map(([{ service }]) => service)))
            await service.expectInvariants();
        });
      }
    });
  }
});
