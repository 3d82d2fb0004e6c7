import { expect } from 'chai';
import { newToken } from '../../../shared/domain/secrets.js';
import { secretsIn } from '../../support/log-watch.js';

describe('the search of logs for secrets', () => {
  it('finds a token as a word, and a key with spaces anywhere', () => {
    const [token, key] = [newToken(), 'correct horse, battery'];
    const text = `{"path":"/v1/x?access_token=${token}"}\n{"msg":"key correct horse, battery!"}`;
    expect(secretsIn(text, [token, key])).to.deep.equal([token, key]);
  });

  it('finds nothing where there is nothing', () => {
    expect(secretsIn('{"msg":"request"}', [newToken(), 'correct horse'])).to.deep.equal([]);
  });
});
