import { expect } from 'chai';
import { firmwareUrl } from '../../../shared/firmware/domain/firmware-file.js';

const problemOf = (url: string): string | null =>
  firmwareUrl.validate(url, { errors: { label: false } }).error?.message ?? null;

describe('the URL of a firmware file', () => {
  // docs/administration.md#create_firmware_release-3
  it('has letters, digits and -._~:/?&=%+@,# only, and brackets around an IPv6 address', () => {
    const allowed = /[A-Za-z0-9\-._~:/?&=+@,]/;
    for (let code = 1; code < 0x180; code += 1) {
      const character = String.fromCharCode(code);
      const problem = problemOf(`https://fw.example.test/a${character}b`);
      // A percent sign begins an encoded character, and a hash sign the fragment.
      if (character === '%') expect(problem).to.equal('must have two hexadecimal digits after each "%"');
      else if (allowed.test(character) || character === '#') expect(problem, character).to.equal(null);
      else expect(problem, character).to.match(/^must not have the character ("."|U\+00[0-9A-F]{2})$/u);
    }
  });

  it('is of http or https, with a host', () => {
    const good = ['http://[2001:db8::1]/a', 'https://u@[::1]:8443/a%20b', 'https://xn--bcher-kva.example/x'];
    for (const url of good) expect(problemOf(url), url).to.equal(null);
    for (const url of ['ftp://fw.example.test/a', '//fw.example.test/a', 'https:///a', 'a', 'https://'])
      expect(problemOf(url), url).to.equal('must be an http or https URL');
    for (const url of ['https://[fw.example.test]/a', 'https://[fe80::1%25eth0]/', 'https://a/[::1]'])
      expect(problemOf(url), url).to.equal('must not have the character "["');
  });
});
