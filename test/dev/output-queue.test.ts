import { expect } from 'chai';
import { OutputQueue } from '../../dev/checks/output-queue.js';

describe('output of concurrent programs', () => {
  it('is printed in full, one program after the other', () => {
    const heard: string[] = [];
    const floor = new OutputQueue((line) => heard.push(line));
    const [first, second, third] = [floor.open(), floor.open(), floor.open()];
    third.print('3a');
    second.print('2a');
    first.print('1a');
    expect(heard).to.deep.equal(['1a']);
    second.end();
    third.print('3b');
    first.print('1b');
    first.end();
    expect(heard).to.deep.equal(['1a', '1b', '2a', '3a', '3b']);
    third.print('3c');
    third.end();
    floor.open().print('4a');
    expect(heard).to.deep.equal(['1a', '1b', '2a', '3a', '3b', '3c', '4a']);
  });
});
