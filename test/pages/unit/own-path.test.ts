import { expect } from 'chai';
import { ownPath } from '../../../api/pages/own-path.js';

describe('ownPath', () => {
  for (const path of ['/', '/upgrades', '/upgrades?id=1', '/admin/queues/queue/a?status=delayed#x']) {
    it(`keeps ${path}`, () => {
      expect(ownPath(path, '/else')).to.equal(path);
    });
  }

  for (const path of [
    undefined,
    null,
    7,
    ['/upgrades'],
    '',
    'upgrades',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    `/${'a'.repeat(3000)}`,
  ]) {
    it(`returns the fallback for ${JSON.stringify([path]).slice(0, 40)}`, () => {
      expect(ownPath(path, '/else')).to.equal('/else');
    });
  }
});
