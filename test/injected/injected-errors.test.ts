import { expect } from 'chai';
import type { Endpoint } from '../../api/http/endpoint.js';
import { ENDPOINTS } from '../../api/endpoints.js';
import type { SentCommand } from '../fixtures/queries/round-trips.js';
import { sampleOf } from '../fixtures/seed.js';
import { checkFault, expectedOf, kindOf, type Expected } from './check.js';
import { faultsOf, OPERATIONS_PER_SAMPLE } from './faults.js';
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

  for (const endpoint of sampleOf(ENDPOINTS, 0, OPERATIONS_PER_SAMPLE)) {
    it(`${endpoint.operation} succeeds, or answers 503 and then succeeds`, async () => {
      const requests = await requestsOf(faulty, endpoint);
      expect(requests.length, 'commands').to.be.above(0);
      for (const [index, [expected, command]] of requests.entries())
        for (const fault of faultsOf(command, index)) await checkFault(endpoint, expected, fault, command);
      for (const service of new Set(requests.map(([{ service }]) => service)))
        await service.expectInvariants();
    });
  }
});
