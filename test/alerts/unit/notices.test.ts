import { expect } from 'chai';
import fc from 'fast-check';
import { noticeAt, noticed, NOTHING_SENT, type NoticeState } from '../../../shared/alerts/domain/notices.js';

const NOW = new Date('2026-06-15T12:00:00Z');
const after = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

// docs/alerts.md#notices-1
describe('the notices of an alert', () => {
  it('announce an opening and a closing at once', () => {
    expect(noticeAt(NOTHING_SENT, true, NOW)).to.deep.equal(NOW);
    expect(noticeAt(noticed(NOTHING_SENT, 'opened', NOW), false, after(1))).to.deep.equal(after(1));
  });

  it('do not announce what closes before it was announced', () => {
    expect(noticeAt(NOTHING_SENT, false, NOW)).to.equal(null);
  });

  it('announce the state at the end of the hour, unless it is the one announced last', () => {
    const closed = noticed(noticed(NOTHING_SENT, 'opened', NOW), 'closed', after(5));
    expect(noticeAt(closed, true, after(10))).to.deep.equal(after(60));
    expect(noticeAt(closed, false, after(20))).to.equal(null);
  });

  it('are at most one of a kind in an hour, and end with the state', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 40 }), (pauses) => {
        let [minute, isOpen] = [0, false];
        let state: NoticeState = NOTHING_SENT;
        let due: Date | null = null;
        const sent: { kind: string; at: Date }[] = [];
        const sendUntil = (to: Date): void => {
          if (due === null || due > to) return;
          const kind = isOpen ? 'opened' : 'closed';
          sent.push({ kind, at: due });
          state = noticed(state, kind, due);
          due = null;
        };
        for (const pause of [...pauses, 0]) {
          minute += pause;
          sendUntil(after(minute));
          isOpen = !isOpen;
          due = noticeAt(state, isOpen, after(minute));
        }
        sendUntil(after(minute + 61));
        for (const kind of ['opened', 'closed']) {
          const times = sent.flatMap((each) => (each.kind === kind ? [each.at.getTime()] : []));
          for (const [index, at] of times.slice(1).entries())
            expect(at - (times[index] ?? 0)).to.be.at.least(3_600_000);
        }
        expect(state.sent ?? 'closed').to.equal(isOpen ? 'opened' : 'closed');
      }),
    );
  });
});
