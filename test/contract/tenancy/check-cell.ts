import { expect } from 'chai';
import { openSession } from '../../../shared/access/operations/sign-in.js';
import type { Endpoint } from '../../../api/http/endpoint.js';
import type { Reply } from '../../fixtures/api.js';
import { askById } from '../../fixtures/asking.js';
import type { Cell, Column } from './columns.js';
import type { TenancyRow } from './row.js';
import type { TenancyFixture } from './tenancy-fixture.js';

/**
 * Asks as the column's caller, at one of the operation's routes, and fails unless the answer is the cell's, shows no
 * byte of the other organisation, and has changed nothing where it refused.
 * @returns whether the route can be asked with this row: an id that stands elsewhere fits no path with an id
 */
export async function checkCell(
  service: TenancyFixture,
  endpoint: Endpoint,
  row: TenancyRow,
  column: Column,
  route: number,
): Promise<boolean> {
  const { account, place } = service.columns[column];
  const cell = row.cells[column];
  const input = await row.input(place, service.home);
  const { secret: token } = await openSession(service.api.deps, 'token', account);
  // All routes of an operation lead to the same code: what it has written is looked at once.
  const dump = (): Promise<string> =>
    cell.status >= 400 && route === 0 ? service.dump(place.org) : Promise.resolve('');
  const before = await dump();
  const reply = await askById(service.api, endpoint, input, { token, route });
  if (!reply) return false;
  expectCell(endpoint, cell, reply);
  if (cell.shows !== undefined) expect(reply.text.includes(place.marker), reply.text).to.equal(cell.shows);
  expect(reply.text, 'a byte of the other organisation').not.to.contain(service.theirs.marker);
  expect((await dump()) === before, 'a refused request changes nothing').to.equal(true);
  return true;
}

function expectCell({ family }: Endpoint, { status, code }: Cell, { status: got, body, text }: Reply): void {
  expect(got, text).to.equal(status);
  if (status < 400) return;
  if (family === 'upgrades' || family === 'table') {
    expect(body, text).to.include({ status }).and.to.have.property('message').that.is.a('string');
    return;
  }
  expect(body, text).to.have.property('msg').that.is.a('string');
  if (code === null) expect(body).not.to.have.property('error_code');
  else expect(body).to.include({ error_code: code });
}
