import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { recordCommands } from '../../fixtures/queries/round-trips.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { newDomain, openSsoService, SignOn } from '../sso-service.js';

describe('single sign-on at /sign_in', () => {
  let service: TestService;
  let at: SignOn;
  before(async () => {
    service = await openSsoService();
    at = await SignOn.open(service);
  });
  after(async () => {
    await at.provider.close();
    await service.close();
  });

  const page = (path: string, query: Record<string, string> = {}): Promise<Reply> =>
    service.api.call('GET', path, { query, headers: { Accept: 'text/html' } });

  // docs/sso.md#sign-in-7
  it('asks for an email by a form of its own site, and leads on by a navigation', async () => {
    expect((await page('/sign_in', { next: '/console' })).text).to.contain('href="/sso?next=%2Fconsole"');
    expect((await page('/sso', { next: '/console' })).text).to.contain('value="/console"');
    const reply = await page('/sso', { email: 'ann@example.com', next: '//evil.example' });
    expect([reply.status, reply.headers.get('Refresh')]).to.deep.equal([
      200,
      '0; url=/sso/start?email=ann%40example.com&next=%2Fupgrades',
    ]);
  });

  // docs/sso.md#sign-in-7
  it('does the same, with the same work, whether an account has the email', async () => {
    await makeUser(service.deps, at.id, { email: `known@${at.domain}` });
    const start = async (name: string) => {
      const { result: reply, commands } = await recordCommands(service.deps, () =>
        page('/sso/start', { email: `${name}@${at.domain}` }),
      );
      const { origin } = new URL(reply.headers.get('Location') ?? '');
      const sent = commands.map(({ name: command, collection }) => `${command} ${collection}`);
      return { status: reply.status, origin, sent };
    };
    await start('first');
    const known = await start('known');
    expect(known).to.deep.include({ status: 303, origin: at.provider.issuer });
    expect(await start('other')).to.deep.equal(known);
  });

  it('says that there is none for other domains, and for a text that is not an email', async () => {
    for (const email of [`ann@${newDomain()}`, 'ann', '']) {
      const reply = await page('/sso/start', { email });
      expect([reply.status, reply.headers.getSetCookie().length], email).to.deep.equal([403, 0]);
      expect(reply.text).to.contain('There is no single sign-on for this address');
    }
  });
});
