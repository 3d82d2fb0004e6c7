import { expect } from 'chai';
import fc from 'fast-check';
import { gatherUntil, heldUntil, judgeMail } from '../../../shared/alerts/domain/mail-times.js';

const NOW = new Date('2026-06-15T12:00:00Z');
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

describe('the times of mails about alerts', () => {
  // docs/alerts.md#mails-2
  it('let a mail wait half a minute for each alert, and 80 seconds in all', () => {
    expect(gatherUntil(NOW, NOW)).to.deep.equal(after(30));
    expect(gatherUntil(NOW, after(20))).to.deep.equal(after(50));
    expect(gatherUntil(NOW, after(70))).to.deep.equal(after(80));
  });

  // docs/alerts.md#mails-3
  it('hold a mail of more than ten alerts with those of the last five minutes', () => {
    const earlier = [{ createdAt: NOW, count: 6 }];
    expect(heldUntil({ count: 5000 }, [], NOW)).to.equal(null);
    expect(heldUntil({ count: 4 }, earlier, after(100))).to.equal(null);
    expect(heldUntil({ count: 5 }, earlier, after(100))).to.deep.equal(after(300));
    expect(heldUntil({ count: 5 }, earlier, after(300))).to.equal(null);
  });

  it('send at most ten alerts, or one digest, in any five minutes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 8 })), { maxLength: 40 }),
        (alerts) => {
          let [second, gathered] = [0, 0];
          const sent: { createdAt: Date; count: number; at: number }[] = [];
          for (const [pause, count] of alerts) {
            second += pause;
            gathered += count;
            const recent = sent.filter(({ createdAt }) => createdAt > after(second - 300));
            if (heldUntil({ count: gathered }, sent, after(second)) !== null) continue;
            const inWindow = recent.reduce((sum, mail) => sum + mail.count, 0);
            expect(recent.length === 0 || inWindow + gathered <= 10).to.equal(true);
            sent.push({ createdAt: after(second), count: gathered, at: second });
            gathered = 0;
          }
        },
      ),
    );
  });

  // docs/alerts.md#mails-5
  it('let a mail gather while an earlier one is tried again', () => {
    const earlier = [{ createdAt: after(-3600), count: 1, dueAt: after(60) }];
    expect(heldUntil({ count: 1 }, earlier, NOW)).to.deep.equal(after(60));
    expect(heldUntil({ count: 1 }, earlier, after(60))).to.equal(null);
  });

  // docs/alerts.md#mails-5
  it('try again what failed, except for what the server refuses for good, seven times', () => {
    const failed = (reply: number | null) => ({ isAccepted: false as const, reply, error: 'failed' });
    expect(judgeMail({ isAccepted: true }, 1, NOW, () => 0)).to.deep.equal({ state: 'Sent', dueAt: null });
    expect(judgeMail(failed(451), 1, NOW, () => 0)).to.deep.equal({ state: 'Waiting', dueAt: after(60) });
    expect(judgeMail(failed(null), 2, NOW, () => 0.5)).to.deep.equal({ state: 'Waiting', dueAt: after(330) });
    expect(judgeMail(failed(550), 1, NOW, () => 0)).to.deep.equal({ state: 'Failed', dueAt: null });
    expect(judgeMail(failed(null), 7, NOW, () => 0).state).to.equal('Failed');
  });
});
