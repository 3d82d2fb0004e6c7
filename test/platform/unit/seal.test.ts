import { createCipheriv } from 'node:crypto';
import { expect } from 'chai';
import {
  isCurrentSeal,
  keyIdOf,
  openText,
  sealText,
  type SealedText,
} from '../../../shared/platform/values/encrypt.js';

const KEY = Buffer.alloc(32, 'k');
const OTHER_KEY = Buffer.alloc(32, 'o');
const RING = [KEY] as const;
const PLACE = 'network_ssids:17:wpa_key';

/** A text as releases before key rings sealed it: without a version and bound to nothing. */
function sealedEarlier(key: Buffer, text: string): SealedText {
  const iv = Buffer.alloc(12, 'iv');
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const [tag, base64] = [cipher.getAuthTag().toString('base64'), data.toString('base64')];
  return { keyId: keyIdOf(key), iv: iv.toString('base64'), tag, data: base64 };
}

describe('sealed texts', () => {
  it('open to what was sealed, whatever the text', () => {
    for (const text of ['', 'correct horse battery', 'şifre ✓ 鍵', 'x'.repeat(10_000)]) {
      expect(openText(RING, PLACE, sealText(RING, PLACE, text))).to.equal(text);
    }
  });

  it('differ each time the same text is sealed and never show it', () => {
    const [first, second] = [sealText(RING, PLACE, 'secret-text'), sealText(RING, PLACE, 'secret-text')];
    expect(first.data).not.to.equal(second.data);
    expect(JSON.stringify(first)).not.to.contain('secret-text');
  });

  it('name their key by the first 8 hex digits of its SHA-256', () => {
    expect(sealText(RING, PLACE, 'a').keyId)
      .to.equal(keyIdOf(KEY))
      .and.to.match(/^[0-9a-f]{8}$/);
    expect(keyIdOf(KEY)).not.to.equal(keyIdOf(OTHER_KEY));
  });

  it('are sealed with the newest key and opened with any key of the ring', () => {
    const old = sealText(RING, PLACE, 'a');
    const ring = [OTHER_KEY, KEY] as const;
    expect(openText(ring, PLACE, old)).to.equal('a');
    expect(sealText(ring, PLACE, 'a').keyId).to.equal(keyIdOf(OTHER_KEY));
    expect([isCurrentSeal(RING, old), isCurrentSeal(ring, old)]).to.deep.equal([true, false]);
  });

  it('are refused when their key is not in the ring', () => {
    const sealed = sealText(RING, PLACE, 'a');
    expect(() => openText([OTHER_KEY], PLACE, sealed)).to.throw(/not in the key ring/);
  });

  it('are refused when they were changed', () => {
    const sealed = sealText(RING, PLACE, 'a longer text');
    const data = Buffer.from(sealed.data, 'base64');
    data.writeUInt8(data.readUInt8(0) ^ 1, 0);
    expect(() => openText(RING, PLACE, { ...sealed, data: data.toString('base64') })).to.throw();
  });

  it('are refused in another record, with their version and without', () => {
    const sealed = sealText(RING, PLACE, 'a');
    const { version: _version, ...unbound } = sealed;
    expect(() => openText(RING, 'network_ssids:18:wpa_key', sealed)).to.throw();
    expect(() => openText(RING, 'network_ssids:18:wpa_key', unbound)).to.throw();
    expect(() => openText(RING, PLACE, unbound)).to.throw();
  });

  it('of an earlier release are still opened, and are not current', () => {
    const sealed = sealedEarlier(KEY, 'sealed earlier');
    expect(openText(RING, PLACE, sealed)).to.equal('sealed earlier');
    expect(isCurrentSeal(RING, sealed)).to.equal(false);
  });
});
