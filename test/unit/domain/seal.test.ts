import { expect } from 'chai';
import { keyIdOf, openText, sealText } from '../../../shared/domain/seal.js';

const KEY = Buffer.alloc(32, 'k');
const OTHER_KEY = Buffer.alloc(32, 'o');

describe('sealed texts', () => {
  it('opens to what was sealed, whatever the text', () => {
    for (const text of ['', 'correct horse battery', 'şifre ✓ 鍵', 'x'.repeat(10_000)]) {
      expect(openText(KEY, sealText(KEY, text))).to.equal(text);
    }
  });

  it('seals the same text differently each time and never shows it', () => {
    const [first, second] = [sealText(KEY, 'secret-text'), sealText(KEY, 'secret-text')];
    expect(first.data).not.to.equal(second.data);
    expect(JSON.stringify(first)).not.to.contain('secret-text');
  });

  it('names the key by the first 8 hex digits of its SHA-256', () => {
    expect(sealText(KEY, 'a').keyId)
      .to.equal(keyIdOf(KEY))
      .and.to.match(/^[0-9a-f]{8}$/);
    expect(keyIdOf(KEY)).not.to.equal(keyIdOf(OTHER_KEY));
  });

  it('refuses another key', () => {
    expect(() => openText(OTHER_KEY, sealText(KEY, 'a'))).to.throw(/sealed with key/);
  });

  it('refuses a text that was changed', () => {
    const sealed = sealText(KEY, 'a longer text');
    const data = Buffer.from(sealed.data, 'base64');
    data.writeUInt8(data.readUInt8(0) ^ 1, 0);
    expect(() => openText(KEY, { ...sealed, data: data.toString('base64') })).to.throw();
  });
});
