import { expect } from 'chai';
import { parseNested } from '../../../api/http/parameters.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import { cpuTimeGrowth } from '../../fixtures/cpu-time.js';

const refusalOf = (text: string): string => {
  try {
    parseNested(text);
    return 'parsed';
  } catch (error) {
    return error instanceof AppError ? error.refusal : String(error);
  }
};

describe('parseNested', () => {
  const rows: readonly (readonly [text: string, parsed: unknown])[] = [
    ['', {}],
    ['a=1&b=x+y%26', { a: '1', b: 'x y&' }],
    ['a', { a: '' }],
    ['search[value]=x&search[regex]=false', { search: { value: 'x', regex: 'false' } }],
    ['search%5Bvalue%5D=x', { search: { value: 'x' } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[]=', { a: [''] }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
    ['a[2]=x', { a: [null, null, 'x'] }],
    ['c[3][data]=id&c[1][data]=name', { c: [null, { data: 'name' }, null, { data: 'id' }] }],
    ['a[1]=x&a[]=y', { a: ['y', 'x'] }],
    ['a[01]=x', { a: { '01': 'x' } }],
    ['c[0][data]=x&c[1][data]=y', { c: [{ data: 'x' }, { data: 'y' }] }],
    ['u[aps][]=AP:1&u[aps][]=AP:2', { u: { aps: ['AP:1', 'AP:2'] } }],
    ['a[b=1&a]b[=2', { 'a[b': '1', 'a]b[': '2' }],
    ['__proto__[x]=1&a[__proto__][x]=1&constructor=1&toString=1', {}],
    ['=1&&', {}],
  ];
  for (const [text, parsed] of rows) {
    it(`${text === '' ? 'nothing' : text} is ${JSON.stringify(parsed)}`, () => {
      expect(parseNested(text)).to.deep.equal(parsed);
    });
  }

  it('never changes a prototype', () => {
    parseNested('__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });

  it('accepts 20,000 parameters and refuses more', () => {
    const many = (count: number): string => Array.from({ length: count }, (_, i) => `p${i}=1`).join('&');
    expect(Object.keys(parseNested(many(20_000)))).to.have.lengthOf(20_000);
    expect(refusalOf(many(20_001))).to.equal('bodyTooLarge');
  });

  it('refuses more than six levels, and a name that is both a text and an object', () => {
    expect(refusalOf('a[b][c][d][e][f]=1')).to.equal('parsed');
    expect(refusalOf('a[b][c][d][e][f][g]=1')).to.equal('bodyTooLarge');
    expect(refusalOf('a=1&a[b]=2')).to.equal('malformedBody');
  });

  it('leaves out at most 10,000 places of lists in a request', () => {
    expect(parseNested('a[10000]=x')['a']).to.have.lengthOf(10_001);
    expect(refusalOf('a[10001]=x')).to.equal('bodyTooLarge');
    expect(refusalOf('a[999999999]=x')).to.equal('bodyTooLarge');
    expect(refusalOf('a[6000]=x&b[6000]=x')).to.equal('bodyTooLarge');
    expect(refusalOf('a[0][6000]=x&a[1][6000]=x')).to.equal('bodyTooLarge');
  });

  it('takes time linear in the text, also for lists by index in any order', () => {
    const growth = cpuTimeGrowth(1250, 10_000, (size) => {
      for (const index of [(i: number) => i, (i: number) => size - 1 - i, (i: number) => i + size]) {
        const text = Array.from({ length: size }, (_, i) => `a[${index(i)}]=x`).join('&');
        expect(parseNested(text)['a']).to.have.lengthOf(Math.max(index(0), index(size - 1)) + 1);
      }
    });
    // Linear work grows by eight, quadratic work by 64.
    expect(growth).to.be.below(32);
  });
});
