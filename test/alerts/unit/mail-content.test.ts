import { expect } from 'chai';
import { mailContent, unsubscriptionOf, type MailLine } from '../../../shared/alerts/domain/mail-content.js';

const AT = new Date('2026-06-15T12:00:00Z');
const line = (fields: Partial<MailLine> = {}): MailLine => ({
  _id: 1,
  kind: 'device_down',
  subjectId: 5,
  text: 'Lobby is down',
  openedAt: AT,
  closedAt: null,
  notice: 'opened',
  ...fields,
});
const compose = (
  lines: readonly MailLine[],
  others = 0,
  organisation = 'Hotels',
  timeZone: string | null = null,
) =>
  mailContent({
    organisation,
    lines,
    others,
    origin: 'https://fleet.example.test',
    timeZone,
    unsubscribeUrl: (kind) => `https://fleet.example.test/unsubscribe?token=${kind}`,
  });

// docs/alerts.md#mails-1
describe('the content of a mail about alerts', () => {
  it('escapes names in HTML, and keeps each on a line of the text', () => {
    const { subject, text, html } = compose(
      [line({ text: 'A <img src=x onerror=1>\r\n\u2028"B"' })],
      0,
      'A & <B>\n',
    );
    expect(subject).to.equal('Alert: A <img src=x onerror=1> "B"');
    expect(text.split('\n')[2]).to.equal('Open: A <img src=x onerror=1> "B"');
    expect(html.text).to.contain('A &lt;img src=x onerror=1&gt; &quot;B&quot;').and.not.contain('<img');
    expect(html.text).to.contain('A &amp; &lt;B&gt;');
  });

  it('names the kinds that it is about, each with a link that ends them', () => {
    const lines = [line(), line({ kind: 'rollout_paused', notice: 'closed', closedAt: AT })];
    const { subject, text } = compose(lines);
    expect(subject).to.equal('2 alerts opened or closed');
    expect(text).to.contain('Stop e-mails about devices that are down: ').and.contain('token=rollout_paused');
    expect(unsubscriptionOf(lines)).to.equal('all');
    expect(unsubscriptionOf([line(), line()])).to.equal('device_down');
  });

  // docs/console-api.md#update_me-2
  it('gives times in the zone of the receiver with its offset, or in UTC', () => {
    const closed = [line({ notice: 'closed', closedAt: new Date('2026-06-15T12:30:00Z') })];
    expect(compose(closed).text).to.contain('  opened 2026-06-15 12:00 UTC, closed 2026-06-15 12:30 UTC\n');
    const { text, html } = compose(closed, 0, 'Hotels', 'Asia/Kathmandu');
    const times =
      'opened 2026-06-15 17:45 +05:45 (Asia/Kathmandu), closed 2026-06-15 18:15 +05:45 (Asia/Kathmandu)';
    expect(text).to.contain(times);
    expect(html.text).to.contain(times);
  });

  it('shows fifty alerts, and counts the others', () => {
    const { subject, text } = compose(
      Array.from({ length: 200 }, () => line()),
      4800,
    );
    expect(subject).to.equal('5000 alerts opened or closed');
    expect(text.match(/Lobby is down/g)).to.have.length(50);
    expect(text).to.contain('4950 more alerts: https://fleet.example.test/console/alerts');
  });
});
