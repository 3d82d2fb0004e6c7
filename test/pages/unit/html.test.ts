import { expect } from 'chai';
import { html } from '../../../shared/platform/values/html.js';

describe('html', () => {
  it('escapes values in elements and attributes', () => {
    const hostile = `"><img src=x onerror='alert(1)'>&amp;`;
    expect(html`<a title="${hostile}">${hostile}</a>`.text).to.equal(
      '<a title="&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;">' +
        '&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;</a>',
    );
  });

  it('inserts markup created by html unchanged, alone and in lists', () => {
    const items = ['<1>', '2'].map((item) => html`<b>${item}</b>`);
    expect(html`<i>${items}</i>`.text).to.equal('<i><b>&lt;1&gt;</b><b>2</b></i>');
  });

  it('renders null and undefined as nothing, and zero as 0', () => {
    expect(html`[${null}${undefined}${0}]`.text).to.equal('[0]');
  });

  it('escapes objects that imitate markup', () => {
    const fake = { text: '<b>' } as never;
    expect(() => html`${fake}`.text).to.throw();
  });
});
