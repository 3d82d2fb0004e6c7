import { expect } from 'chai';
import { signInBrowser } from '../../../../shared/access/operations/sign-in-session.js';
import { signInForToken } from '../../../../shared/access/operations/sign-in-token.js';
import type { SignInDeps } from '../../../../shared/access/operations/sign-in.js';
import { AppError } from '../../../../shared/platform/errors/app-error.js';
import { makeUserWithPassword, PASSWORD, PASSWORD_HASH } from '../../../browser/web-session.js';
import { sharedApi, type TestApi } from '../../../fixtures/api.js';
import { makeOperator, makeOrganisation } from '../../../fixtures/records/organisation.js';

describe('a sign-in whose account gets its first second factor after the password was checked', () => {
  let api: TestApi;
  let org: number;
  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
  });

  /** The dependencies of a sign-in in which something happens when its password was right. */
  function then(happens: () => Promise<unknown>): SignInDeps {
    const signInGuard = { attempt: () => Promise.resolve(async () => void (await happens())) };
    return { ...api.deps, signInGuard };
  }
  const factor = () => ({
    id: 'added',
    kind: 'totp' as const,
    name: 'Phone',
    secret: { keyId: 'x', iv: 'x', tag: 'x', data: 'x' },
    lastStep: 0,
    addedAt: new Date(),
    lastUsedAt: null,
  });
  const place = { requestId: 'test', address: '192.0.2.1' };
  const browser = { from: { address: '192.0.2.1', browser: '' }, requestId: 'test', browserIdOf: () => null };
  const refusalOf = async (attempt: Promise<unknown>): Promise<string> => {
    try {
      await attempt;
      return 'none';
    } catch (error) {
      if (error instanceof AppError) return error.refusal;
      throw error;
    }
  };
  const held = (userId: number, organisationId: number | null): Promise<number> =>
    api.deps.mongo.models.accessTokens.countDocuments({ userId, organisationId });

  // docs/http.md#second-factor-8
  it('opens no session and makes no token of a user', async () => {
    const { users } = api.deps.mongo.models;
    for (const attempt of ['session', 'token'] as const) {
      const { user } = await makeUserWithPassword(api, org);
      const before = await held(user._id, org);
      const deps = then(() => users.updateOne({ _id: user._id }, { $push: { secondFactors: factor() } }));
      const credentials = { email: user.email, password: PASSWORD };
      const asked = { name: null, limits: {} };
      const refusal = await refusalOf(
        attempt === 'session'
          ? signInBrowser(deps, credentials, browser)
          : signInForToken(deps, { ...credentials, asked, proof: null }, place),
      );
      expect(refusal).to.equal(attempt === 'session' ? 'unauthenticated' : 'secondFactorRequired');
      expect(await held(user._id, org)).to.equal(before);
      expect((await users.findById(user._id).lean())?.lastSignInAt).to.equal(undefined);
    }
  });

  it('opens no session of an operator of the installation', async () => {
    const { operator } = await makeOperator(api.deps, PASSWORD_HASH);
    const { operators } = api.deps.mongo.models;
    const before = await held(operator._id, null);
    const deps = then(() =>
      operators.updateOne({ _id: operator._id }, { $push: { secondFactors: factor() } }),
    );
    const attempt = signInBrowser(deps, { email: operator.email, password: PASSWORD }, browser);
    expect(await refusalOf(attempt)).to.equal('unauthenticated');
    expect(await held(operator._id, null)).to.equal(before);
  });

  it('opens a session when nothing has happened', async () => {
    const { user } = await makeUserWithPassword(api, org);
    const deps = then(() => Promise.resolve());
    const opened = await signInBrowser(deps, { email: user.email, password: PASSWORD }, browser);
    expect(opened).to.have.property('session');
  });
});
