import { expect } from 'chai';
import { FairOrder } from '../../../shared/upgrades/operations/sweep/fair-order.js';

const item = (organisationId: number, id: number) => ({ organisationId, id });

describe('fair order of organisations', () => {
  it('alternates between organisations, however many items one has', () => {
    const turns = new FairOrder([item(1, 1), item(1, 2), item(1, 3), item(2, 4), item(3, 5)]);
    const order: number[] = [];
    for (let turn = turns.next(); turn; turn = turns.next()) {
      order.push(turn.item.id);
      turn.end(true);
    }
    expect(order).to.deep.equal([1, 4, 5, 2, 3]);
  });

  it('processes one item per organisation at a time, and an unfinished item again after its others', () => {
    const turns = new FairOrder([item(1, 1), item(1, 2)]);
    const first = turns.next();
    expect(turns.next()).to.equal(undefined);
    first?.end(false);
    const second = turns.next();
    expect(second?.item.id).to.equal(2);
    second?.end(true);
    expect(turns.next()?.item.id).to.equal(1);
  });
});
