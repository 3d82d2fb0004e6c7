import { expect } from 'chai';
import { Floor } from '../../dev/checks/floor.js';

describe('the floor of programs that run at the same time', () => {
  it('lets each speak from its beginning, one after the other', () => {
    const heard: string[] = [];
    const floor = new Floor((line) => heard.push(line));
    const [first, second, third] = [floor.take(), floor.take(), floor.take()];
    third.say('3a');
    second.say('2a');
    first.say('1a');
    expect(heard).to.deep.equal(['1a']);
    second.end();
    third.say('3b');
    first.say('1b');
    first.end();
    expect(heard).to.deep.equal(['1a', '1b', '2a', '3a', '3b']);
    third.say('3c');
    third.end();
    floor.take().say('4a');
    expect(heard).to.deep.equal(['1a', '1b', '2a', '3a', '3b', '3c', '4a']);
  });
});
