import { expect } from 'chai';
import { openSession } from '../../../shared/access/operations/sign-in.js';
import type { Endpoint } from '../../../api/http/endpoint.js';
import type { Reply } from '../../fixtures/api.js';
import { askById } from '../../fixtures/asking.js';
import type { Cell, Column } from './columns.js';
import type { TenancyRow } from './row.js';
import type { TenancyFixture } from './tenancy-fixture.js';

/**
 * Sends the request as the column's caller to every route of the operation that takes the row's parameters. Throws
 * unless each response matches the cell, shows nothing of the other organisation and changes nothing in it. A refused
 * request must not change the caller's own organisation either.
 */
export async function checkCell(
  service: TenancyFixture,
  endpoint: Endpoint,
  row: TenancyRow,
  column: Column,
): Promise<void> {
  const { api, home, theirs } = service;
  const { account, target } = service.columns[column];
  const cell = row.cells[column];
  const { secret: token } = await openSession(api.deps, 'token', account);
  const refused = cell.status >= 400;
  const unchanged = new Set([...(refused ? [home.org] : []), ...(target === theirs ? [theirs.org] : [])]);
  const dump = (): Promise<string[]> => Promise.all([...unchanged].map((org) => service.dump(org)));

  let input = await row.input(target, home);
  const before = await dump();
  if (unchanged.size > 0) expect(before.join()).to.contain(target.marker);
  let asked = 0;
  for (const route of endpoint.routes.keys()) {
    if (asked > 0 && !refused && target !== theirs) input = await row.input(target, home);
    const reply = await askById(api, endpoint, input, { token, route });
    if (!reply) continue;
    asked += 1;
    expectCell(endpoint, cell, reply);
    if (cell.shows !== undefined) expect(reply.text.includes(target.marker), reply.text).to.equal(cell.shows);
    expect(reply.text, 'a byte of the other organisation').not.to.contain(theirs.marker);
  }
  expect(asked, 'routes that take the parameters').to.be.above(0);
  expect(await dump()).to.deep.equal(before);
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
