import { expect } from 'chai';
import { html } from '../../../api/pages/html.js';

describe('html', () => {
  it('makes what is filled in text, in elements and in attributes', () => {
    const hostile = `"><img src=x onerror='alert(1)'>&amp;`;
    expect(html`<a title="${hostile}">${hostile}</a>`.text).to.equal(
      '<a title="&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;">' +
        '&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;</a>',
    );
  });

  it('takes markup made the same way as it is, alone and in lists', () => {
    const items = ['<1>', '2'].map((item) => html`<b>${item}</b>`);
    expect(html`<i>${items}</i>`.text).to.equal('<i><b>&lt;1&gt;</b><b>2</b></i>');
  });

  it('shows nothing for nothing, and zero as zero', () => {
    expect(html`[${null}${undefined}${0}]`.text).to.equal('[0]');
  });

  it('cannot be fooled by an object that looks like markup', () => {
    const fake = { text: '<b>' } as never;
    expect(() => html`${fake}`.text).to.throw();
  });
});
