import { expect } from 'chai';
import { CursorSigner } from '../../../shared/search/domain/device-order.js';

describe('CursorSigner', () => {
  const position = { value: 'Lobby', id: 17 };

  it('reads cursors of an older secret of the ring until that secret is removed', () => {
    const cursor = JSON.stringify(new CursorSigner(['older'], 1, 'name').issue(position));
    expect(new CursorSigner(['newer', 'older'], 1, 'name').read(cursor)).to.deep.equal(position);
    expect(new CursorSigner(['newer'], 1, 'name').read(cursor)).to.equal(null);
  });

  it('issues cursors with the newest secret', () => {
    const cursor = JSON.stringify(new CursorSigner(['newer', 'older'], 1, 'name').issue(position));
    expect(new CursorSigner(['newer'], 1, 'name').read(cursor)).to.deep.equal(position);
  });

  it('refuses a cursor of another organisation or order', () => {
    const cursor = JSON.stringify(new CursorSigner(['secret'], 1, 'name').issue(position));
    expect(new CursorSigner(['secret'], 2, 'name').read(cursor)).to.equal(null);
    expect(new CursorSigner(['secret'], 1, 'macId').read(cursor)).to.equal(null);
  });
});
