import { expect } from 'chai';
import { alertText } from '../../../shared/alerts/domain/alert-text.js';

describe('the text of the alert of a paused rollout', () => {
  for (const [detail, text] of [
    ['failure_gate', 'The rollout Hotels is paused by the failure gate'],
    ['drift', 'The rollout Hotels is paused because its devices have changed since the preview'],
    ['release_withdrawn', 'The rollout Hotels is paused because its release was withdrawn'],
    [null, 'The rollout Hotels is paused'],
  ] as const)
    it(`says why: ${detail ?? 'unknown'}`, () => {
      expect(alertText('rollout_paused', { name: 'Hotels', since: null, detail })).to.equal(text);
    });
});
