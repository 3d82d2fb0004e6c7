import { expect } from 'chai';
import { readEnv } from '../../../shared/platform/env/env.js';
import { parseMailAddress, parseOrigin, parseSmtpUrl } from '../../../shared/platform/env/smtp-server.js';

const SET = {
  SMTP_URL: 'smtp://mailer:a-secret@mail.example.test',
  MAIL_FROM: 'Fleet <fleet@example.test>',
  PUBLIC_URL: 'https://fleet.example.test/',
};

// docs/operations.md#configuration
describe('the settings of mails', () => {
  it('are all set, or none', () => {
    const { smtp, mailFrom, publicUrl } = readEnv(SET);
    expect([smtp?.host, mailFrom, publicUrl]).to.deep.equal([
      'mail.example.test',
      { name: 'Fleet', address: 'fleet@example.test' },
      'https://fleet.example.test',
    ]);
    const none = readEnv({});
    expect([none.smtp, none.mailFrom, none.publicUrl]).to.deep.equal([null, null, null]);
    expect(readEnv({ PUBLIC_URL: SET.PUBLIC_URL }).publicUrl).to.equal('https://fleet.example.test');
    expect(() => readEnv({ ...SET, MAIL_FROM: '' })).to.throw(/MAIL_FROM/);
    expect(() => readEnv({ ...SET, PUBLIC_URL: '' })).to.throw(/PUBLIC_URL/);
    expect(() => readEnv({ MAIL_FROM: SET.MAIL_FROM })).to.throw(/MAIL_FROM needs SMTP_URL/);
  });

  it('are refused without the secret in the message', () => {
    expect(() => readEnv({ ...SET, SMTP_URL: 'http://mailer:a-secret@mail.example.test' }))
      .to.throw(/SMTP_URL/)
      .and.have.property('message')
      .that.does.not.contain('a-secret');
  });

  it('need https in production', () => {
    const secrets = {
      NODE_ENV: 'production',
      MONGODB_URI: 'mongodb://db.example.test/airfleet',
      REDIS_URL: 'redis://redis.example.test',
      SESSION_SECRET: 'a secret of sixteen characters',
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    };
    expect(readEnv({ ...secrets, ...SET }).publicUrl).to.equal('https://fleet.example.test');
    for (const others of [SET, {}])
      expect(() => readEnv({ ...secrets, ...others, PUBLIC_URL: 'http://fleet.example.test' })).to.throw(
        /PUBLIC_URL/,
      );
  });

  it('are parsed strictly', () => {
    for (const url of [
      'smtp://',
      'smtp://user@host',
      'smtp://host/path',
      'smtp://host?logger=true',
      'mail://host',
    ])
      expect(parseSmtpUrl(url), url).to.equal(null);
    for (const from of ['no address', 'A\r\nBcc: x@y <a@b>', '"A" <a@b>', '<a@b>, <c@d>', 'a@b\r\nX: y'])
      expect(parseMailAddress(from), from).to.equal(null);
    for (const url of [
      'https://a.example/path',
      'https://user@a.example',
      'a.example',
      'https://a.example?q',
    ])
      expect(parseOrigin(url), url).to.equal(null);
  });
});
