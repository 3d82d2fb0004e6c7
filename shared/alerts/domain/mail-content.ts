import { html, type Html } from '../../platform/values/html.js';
import { zonedMinute } from '../../platform/values/minute.js';
import type { AlertRecord } from '../models/alert.js';
import type { AlertKind } from './alert-kinds.js';
import { consolePathOf, KIND_TOPICS, type Unsubscription } from './notification-settings.js';
import type { NoticeKind } from './notices.js';

/** An alert as a mail names it. */
export interface MailLine extends Pick<
  AlertRecord,
  '_id' | 'kind' | 'subjectId' | 'text' | 'openedAt' | 'closedAt'
> {
  readonly notice: NoticeKind;
}

export interface MailFacts {
  readonly organisation: string;
  /** The alerts in the mail, in the order in which they opened or closed; not empty. */
  readonly lines: readonly MailLine[];
  /** How many more alerts the mail is about. */
  readonly others: number;
  /** The origin of the service. */
  readonly origin: string;
  /** That of the receiver; null for UTC. */
  readonly timeZone: string | null;
  /** The page that ends mails of a kind. */
  readonly unsubscribeUrl: (kind: Unsubscription) => string;
}

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: Html;
}

/** A mail shows this many alerts, and says how many more there are. */
const SHOWN = 50;

/** A mail about alerts, as text and as HTML. Names are chosen by people and devices: each is on one line, and escaped. */
export function mailContent({
  organisation,
  lines,
  others,
  origin,
  timeZone,
  unsubscribeUrl,
}: MailFacts): MailContent {
  const shown = lines.slice(0, SHOWN).map((line) => ({ ...line, text: oneLine(line.text) }));
  const more = lines.length - shown.length + others;
  const from = oneLine(organisation);
  const links = kindsOf(lines).map((kind) => ({ topic: KIND_TOPICS[kind], url: unsubscribeUrl(kind) }));
  const alertsUrl = `${origin}/console/alerts`;
  const settingsUrl = `${origin}/console/settings`;
  const urlOf = ({ kind, subjectId }: MailLine): string =>
    `${origin}${consolePathOf(kind, subjectId) ?? '/console/alerts'}`;
  const text = [
    `Alerts of ${from}`,
    '',
    ...shown.flatMap((line) => [
      `${stateOf(line)}: ${line.text}`,
      `  ${timesOf(line, timeZone)}`,
      `  ${urlOf(line)}`,
      '',
    ]),
    ...(more > 0 ? [`${moreText(more)}: ${alertsUrl}`, ''] : []),
    '--',
    `Choose your e-mails: ${settingsUrl}`,
    ...links.map(({ topic, url }) => `Stop e-mails about ${topic}: ${url}`),
    '',
  ].join('\n');
  const page = html`<!doctype html>
    <html lang="en">
      <body>
        <h1>Alerts of ${from}</h1>
        <ul>
          ${shown.map(
            (line) =>
              html`<li>
                <b>${stateOf(line)}:</b> <a href="${urlOf(line)}">${line.text}</a
                ><br />${timesOf(line, timeZone)}
              </li>`,
          )}
        </ul>
        ${more > 0 ? html`<p><a href="${alertsUrl}">${moreText(more)}</a></p>` : null}
        <hr />
        <p><a href="${settingsUrl}">Choose your e-mails</a></p>
        ${links.map(({ topic, url }) => html`<p><a href="${url}">Stop e-mails about ${topic}</a></p>`)}
      </body>
    </html>`;
  return { subject: subjectOf(lines, others), text, html: page };
}

/** The kind that the one-click unsubscription of a mail ends: that of its alerts, or all where they differ. */
export function unsubscriptionOf(lines: readonly Pick<MailLine, 'kind'>[]): Unsubscription {
  const [kind, ...others] = kindsOf(lines);
  return kind === undefined || others.length > 0 ? 'all' : kind;
}

function subjectOf(lines: readonly MailLine[], others: number): string {
  const [only, ...rest] = lines;
  if (only !== undefined && rest.length === 0 && others === 0)
    return `${only.notice === 'opened' ? 'Alert' : 'Closed'}: ${oneLine(only.text)}`;
  const count = lines.length + others;
  const closed = lines.filter(({ notice }) => notice === 'closed').length;
  if (others > 0 || (closed > 0 && closed < lines.length)) return `${count} alerts opened or closed`;
  return `${count} alerts ${closed > 0 ? 'closed' : 'opened'}`;
}

function stateOf({ notice }: MailLine): string {
  return notice === 'opened' ? 'Open' : 'Closed';
}

function timesOf({ openedAt, closedAt }: MailLine, timeZone: string | null): string {
  const opened = `opened ${zonedMinute(openedAt, timeZone)}`;
  return closedAt === null ? opened : `${opened}, closed ${zonedMinute(closedAt, timeZone)}`;
}

function moreText(more: number): string {
  return `${more} more ${more === 1 ? 'alert' : 'alerts'}`;
}

function kindsOf(lines: readonly Pick<MailLine, 'kind'>[]): AlertKind[] {
  return [...new Set(lines.map(({ kind }) => kind))];
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
