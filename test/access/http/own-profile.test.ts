import { expect } from 'chai';
import { PASSWORD_HASH } from '../../browser/web-session.js';
import { sharedApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeOperator, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';

interface Shown {
  readonly name: string | null;
  readonly locale: string | null;
  readonly time_zone: string | null;
}

describe('PATCH /v1/me', () => {
  let api: TestApi;
  let org: number;
  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
  });

  const shown = ({ status, text, body }: Reply): Shown => {
    expect(status, text).to.equal(200);
    const { name, locale, time_zone } = (body as unknown as { data: { me: Shown } }).data.me;
    return { name, locale, time_zone };
  };
  const change = (token: string, body: object): Promise<Reply> =>
    api.call('PATCH', '/v1/me', { token, body });
  const show = async (token: string): Promise<Shown> => shown(await api.call('GET', '/v1/me', { token }));

  // docs/console-api.md#update_me-1
  // docs/console-api.md#show_me-4
  it('changes what is given, takes back what is null, and is in the audit log once', async () => {
    const { user, token } = await makeUser(api.deps, org, { role: 'viewer' });
    expect(await show(token)).to.deep.equal({ name: null, locale: null, time_zone: null });
    const asa = { name: 'Åsa Lind', locale: 'sv-SE', time_zone: 'Europe/Stockholm' };
    expect(shown(await change(token, { ...asa, name: '  Åsa Lind ' }))).to.deep.equal(asa);
    expect(shown(await change(token, { locale: null }))).to.deep.equal({ ...asa, locale: null });
    expect(shown(await change(token, { name: 'Åsa Lind' }))).to.deep.equal({ ...asa, locale: null });
    expect(await show(token)).to.deep.equal({ ...asa, locale: null });

    const entries = await api.deps.mongo.models.auditEntries
      .find({ organisationId: org, subject: `user:${user._id}`, action: 'user.profile_changed' })
      .sort({ at: 1 })
      .lean();
    const address = '127.0.0.1';
    expect(entries.map(({ before, after }) => ({ before, after }))).to.have.deep.members([
      { before: { name: null, locale: null, time_zone: null }, after: { ...asa, address } },
      { before: asa, after: { ...asa, locale: null, address } },
    ]);
  });

  it('changes that of an operator of the installation', async () => {
    const { operator, token } = await makeOperator(api.deps, PASSWORD_HASH);
    expect(shown(await change(token, { name: 'Night shift' })).name).to.equal('Night shift');
    expect((await api.deps.mongo.models.operators.findById(operator._id).lean())?.name).to.equal(
      'Night shift',
    );
  });

  // docs/console-api.md#update_me-3
  it('refuses other locales, and names that are not those of IANA time zones', async () => {
    const { token } = await makeUser(api.deps, org);
    const refused = [
      { locale: 'tlh' },
      { locale: 'de' },
      { time_zone: 'PST' },
      { time_zone: 'UTC+3' },
      { name: '' },
    ];
    for (const body of refused) {
      const { status, body: answer } = await change(token, body);
      expect([status, answer], JSON.stringify(body)).to.deep.include(422);
      const { errors } = answer as unknown as { errors: { path: string }[] };
      expect(errors.map(({ path }) => path)).to.deep.equal(Object.keys(body));
    }
    expect(await show(token)).to.deep.equal({ name: null, locale: null, time_zone: null });
  });

  it('keeps both of two changes at once', async () => {
    const { user, token } = await makeUser(api.deps, org);
    const names = Array.from({ length: 5 }, (_, index) => change(token, { name: `Name ${index}` }));
    const replies = await Promise.all([...names, change(token, { time_zone: 'Asia/Kathmandu' })]);
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 200]);
    const stored = await api.deps.mongo.models.users.findById(user._id).lean();
    expect(stored?.timeZone).to.equal('Asia/Kathmandu');
    expect(stored?.name).to.match(/^Name \d$/);
  });
});
