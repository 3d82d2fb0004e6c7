import { expect } from 'chai';
import { titlesIn } from '../../dev/rules/collect-titles.js';
import { matchRules, rulesOfTitle, unknownRules } from '../../dev/rules/match-rules.js';

describe('the list of rules', () => {
  it('reads titles in any quotes, over lines, and with something put in', () => {
    const source = [
      `it('one, it\\'s', () => {`,
      'it(`two ${what} is ${JSON.stringify(x)}: so`, async () => {',
      'it(\n    "three",',
      `submit('no title');`,
    ].join('\n');
    expect(titlesIn('a.test.ts', source).map(({ title }) => title)).to.deep.equal([
      "one, it's",
      'two … is …: so',
      'three',
    ]);
  });

  it('reads which rules a title names', () => {
    expect(rulesOfTitle('move_devices, rule 2: a network')).to.deep.equal(['move_devices 2']);
    expect(rulesOfTitle('list_inventory, response 3: none')).to.deep.equal(['list_inventory 3']);
    expect(rulesOfTitle('upgrades create, rules 3 and 5: both')).to.deep.equal([
      'upgrades create 3',
      'upgrades create 5',
    ]);
    expect(rulesOfTitle('upgrades create, rule 1 before 4: order')).to.deep.equal(['upgrades create 1']);
    expect(rulesOfTitle('release_devices, table some released, some failed: lists')).to.deep.equal([
      'release_devices some released, some failed',
    ]);
    expect(rulesOfTitle('upgrades index, row list: all: of them')).to.deep.equal(['upgrades index list']);
    expect(rulesOfTitle('refuses a viewer')).to.deep.equal([]);
  });

  it('finds the tests of a rule, those of the same rule elsewhere, and rules without any', () => {
    const rules = [
      { operation: 'a', id: '1' },
      { operation: 'b', id: 'row', sameAs: 'a 1' },
      { operation: 'a', id: '2' },
    ];
    const titles = [
      { file: 'x', title: 'a, rule 1: yes' },
      { file: 'x', title: 'a, rule 3: slip' },
      { file: 'x', title: 'c, rule 3: no operation of ours' },
    ];
    expect(matchRules(rules, titles).map(({ tests }) => tests.length)).to.deep.equal([1, 1, 0]);
    expect(unknownRules(rules, titles).map(({ title }) => title)).to.deep.equal(['a, rule 3: slip']);
  });
});
