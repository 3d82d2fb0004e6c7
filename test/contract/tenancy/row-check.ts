import { expect } from 'chai';
import { openSession } from '../../../shared/access/operations/open-session.js';
import type { Account } from '../../../shared/access/stores/account.js';
import type { Endpoint } from '../../../api/http/endpoint.js';
import type { Reply } from '../../fixtures/api.js';
import { askById } from '../../fixtures/asking.js';
import type { Cell, Column } from './columns.js';
import type { NetworkRecords } from './network-records.js';
import type { Input, TenancyRow } from './row.js';
import type { TenancyFixture } from './tenancy-fixture.js';

/**
 * Sends a row's request as each column's caller. Sessions, the records that the request names and the dump serve the next
 * cells too, until a request may have changed them.
 */
export class RowCheck {
  private readonly tokens: Map<Account, string>;
  private named: { readonly target: NetworkRecords; readonly input: Input } | null = null;
  private dumped: ReadonlyMap<number, string> | null = null;

  constructor(
    private readonly service: TenancyFixture,
    private readonly endpoint: Endpoint,
    private readonly row: TenancyRow,
  ) {
    this.tokens = new Map(Object.values(service.columns).map(({ account, token }) => [account, token]));
  }

  /**
   * Sends the request to every route of the operation that takes the row's parameters. Throws unless each response matches
   * the cell, shows nothing of the other organisation and changes nothing in it. A refused request must not change the
   * caller's own organisation either.
   */
  async cell(column: Column): Promise<void> {
    const { endpoint } = this;
    const { api, home, theirs, columns } = this.service;
    const { account, target } = columns[column];
    const cell = this.row.cells[column];
    const refused = cell.status >= 400;
    const unchanged = [...(refused ? [home.org] : []), ...(target === theirs ? [theirs.org] : [])];
    const token = await this.tokenOf(account);
    let input = await this.inputFor(target);
    const before = unchanged.length > 0 ? await this.dump() : null;
    if (before) expect(before.get(target.org)).to.contain(target.marker);
    let asked = 0;
    for (const route of endpoint.routes.keys()) {
      if (asked > 0) input = await this.inputFor(target);
      const reply = await askById(api, endpoint, input, { token, route });
      if (!reply) continue;
      asked += 1;
      if (endpoint.changes && !refused) this.forget(account);
      expectCell(endpoint, cell, reply);
      const text = refused ? withoutInput(reply.text, input) : reply.text;
      if (cell.shows !== undefined) expect(text.includes(target.marker), reply.text).to.equal(cell.shows);
      expect(text, 'a byte of the other organisation').not.to.contain(theirs.marker);
    }
    expect(asked, 'routes that take the parameters').to.be.above(0);
    if (!before) return;
    this.dumped = null;
    const after = await this.dump();
    for (const org of unchanged) expect(after.get(org)).to.equal(before.get(org));
  }

  /** The session of the caller's column, or another one after a change. */
  private async tokenOf(account: Account): Promise<string> {
    const opened = this.tokens.get(account);
    if (opened !== undefined) return opened;
    this.dumped = null;
    const { secret } = await openSession(this.service.api.deps, 'token', account);
    this.tokens.set(account, secret);
    return secret;
  }

  /** After a change, which may have ended the caller's session. */
  private forget(account: Account): void {
    this.tokens.delete(account);
    this.named = this.dumped = null;
  }

  private async inputFor(target: NetworkRecords): Promise<Input> {
    if (this.named?.target !== target) {
      this.dumped = null;
      this.named = { target, input: await this.row.input(target, this.service.home) };
    }
    return this.named.input;
  }

  private async dump(): Promise<ReadonlyMap<number, string>> {
    return (this.dumped ??= await this.service.dump());
  }
}

/** Without the names that the caller has sent: a refusal repeats them. */
function withoutInput(text: string, input: Input): string {
  const names = Object.values(input).filter((value) => typeof value === 'string' && value.length > 20);
  return (names as string[]).reduce((rest, name) => rest.replaceAll(name, ''), text);
}

export function expectCell(
  { family }: Endpoint,
  { status, code }: Cell,
  { status: got, body, text }: Reply,
): void {
  expect(got, text).to.equal(status);
  if (status < 400) return;
  if (family === 'upgrades' || family === 'table') {
    expect(body, text).to.include({ status }).and.to.have.property('message').that.is.a('string');
    return;
  }
  if (family === 'openwisp') {
    expect(text).to.match(/^error: /);
    return;
  }
  expect(body, text).to.have.property('msg').that.is.a('string');
  if (code === null) expect(body).not.to.have.property('error_code');
  else expect(body).to.include({ error_code: code });
}
