import { expect } from 'chai';
import {
  isCurrentlyEncrypted,
  keyIdOf,
  decryptText,
  encryptText,
} from '../../../shared/platform/values/encrypt.js';

const KEY = Buffer.alloc(32, 'k');
const OTHER_KEY = Buffer.alloc(32, 'o');
const RING = [KEY] as const;
const CONTEXT = 'network_ssids:17:wpa_key';

describe('encryptText and decryptText', () => {
  it('return the original text', () => {
    for (const text of ['', 'correct horse battery', 'şifre ✓ 鍵', 'x'.repeat(10_000)]) {
      expect(decryptText(RING, CONTEXT, encryptText(RING, CONTEXT, text))).to.equal(text);
    }
  });

  it('give a different result each time, which never contains the text', () => {
    const [first, second] = [
      encryptText(RING, CONTEXT, 'secret-text'),
      encryptText(RING, CONTEXT, 'secret-text'),
    ];
    expect(first.data).not.to.equal(second.data);
    expect(JSON.stringify(first)).not.to.contain('secret-text');
  });

  it('name the key by the first 8 hex digits of its SHA-256', () => {
    expect(encryptText(RING, CONTEXT, 'a').keyId)
      .to.equal(keyIdOf(KEY))
      .and.to.match(/^[0-9a-f]{8}$/);
    expect(keyIdOf(KEY)).not.to.equal(keyIdOf(OTHER_KEY));
  });

  it('encrypt with the newest key and decrypt with any key of the ring', () => {
    const old = encryptText(RING, CONTEXT, 'a');
    const ring = [OTHER_KEY, KEY] as const;
    expect(decryptText(ring, CONTEXT, old)).to.equal('a');
    expect(encryptText(ring, CONTEXT, 'a').keyId).to.equal(keyIdOf(OTHER_KEY));
    expect([isCurrentlyEncrypted(RING, old), isCurrentlyEncrypted(ring, old)]).to.deep.equal([true, false]);
  });

  it('refuse a text whose key is not in the ring', () => {
    const encrypted = encryptText(RING, CONTEXT, 'a');
    expect(() => decryptText([OTHER_KEY], CONTEXT, encrypted)).to.throw(/not in the key ring/);
  });

  it('refuse a changed text', () => {
    const encrypted = encryptText(RING, CONTEXT, 'a longer text');
    const data = Buffer.from(encrypted.data, 'base64');
    data.writeUInt8(data.readUInt8(0) ^ 1, 0);
    expect(() => decryptText(RING, CONTEXT, { ...encrypted, data: data.toString('base64') })).to.throw();
  });

  it('refuse a text copied from another record', () => {
    const encrypted = encryptText(RING, CONTEXT, 'a');
    expect(() => decryptText(RING, 'network_ssids:18:wpa_key', encrypted)).to.throw();
  });
});
