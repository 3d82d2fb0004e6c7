import { INSTALLATION } from '../../../shared/audit/domain/audit-entry.js';
import type { AuditEntryRecord } from '../../../shared/audit/models/audit-entry.js';
import type { AuditFilter, AuditPosition } from '../../../shared/audit/stores/audit-store.js';
import { presentEntry } from '../../audit/present-entry.js';
import { id, pause, UsageError, type CliCommand, type CliContext, type CliOptions } from '../command.js';

const DEFAULT_LINES = 10;
const MAX_LINES = 1000;
const POLL_MS = 1000;
const PAGE = 500;
/** An entry has the time of its change and is visible when the transaction commits, which may take so long. */
const LATE_MS = 30_000;

export const auditTail: CliCommand = {
  name: 'audit tail',
  summary: `Print the newest entries of the audit log, then each new one until it is interrupted`,
  usage:
    '[--organisation ID] [--subject S] [--actor A] [--action A] ' +
    `[--lines N (${DEFAULT_LINES}, at most ${MAX_LINES})] [--json] [--no-follow]`,
  options: {
    organisation: { type: 'string' },
    subject: { type: 'string' },
    actor: { type: 'string' },
    action: { type: 'string' },
    lines: { type: 'string' },
    json: { type: 'boolean' },
    'no-follow': { type: 'boolean' },
  },
  follows: true,
  async run(context, options) {
    const query = {
      organisationId: options['organisation'] === undefined ? null : id(options, 'organisation'),
      filter: {
        subject: word(options, 'subject'),
        actor: word(options, 'actor'),
        action: word(options, 'action'),
      },
    };
    const format = options['json'] === true ? asJson : asLine;
    let from = context.now();
    const shown = new Map((await since(context, query, from)).map(({ _id, at }) => [_id, at]));
    const last = await newest(context, query, lines(options));
    for (const { _id } of last) shown.delete(_id);
    const show = (entries: readonly AuditEntryRecord[]): void => {
      for (const entry of entries.filter(({ _id }) => !shown.has(_id))) {
        shown.set(entry._id, entry.at);
        context.print(format(entry));
      }
    };
    show(last);
    if (options['no-follow'] === true) return 0;
    while (await pause(context, POLL_MS)) {
      const now = context.now();
      show(await since(context, query, from));
      for (const [entry, at] of shown) if (at.getTime() < from.getTime() - LATE_MS) shown.delete(entry);
      from = now;
    }
    return 0;
  },
};

interface Query {
  readonly organisationId: number | null;
  readonly filter: AuditFilter;
}

/** The newest entries, the oldest of them first. */
async function newest({ stores }: CliContext, query: Query, limit: number): Promise<AuditEntryRecord[]> {
  if (limit === 0) return [];
  const { entries } = await stores.audit.page(query.organisationId, query.filter, null, limit);
  return entries.reverse();
}

/** Every entry of changes that a transaction may still have been writing at a time, and of later ones, the oldest first. */
async function since({ stores }: CliContext, query: Query, at: Date): Promise<AuditEntryRecord[]> {
  const from = new Date(at.getTime() - LATE_MS);
  const found: AuditEntryRecord[] = [];
  for (let before: AuditPosition | null = null; ;) {
    const filter = { ...query.filter, from };
    const { entries, next } = await stores.audit.page(query.organisationId, filter, before, PAGE);
    found.push(...entries);
    if (next === null) return found.reverse();
    before = next;
  }
}

function asJson(entry: AuditEntryRecord): string {
  const { id: entryId, ...shown } = presentEntry(entry);
  return JSON.stringify({ id: entryId, organisation_id: entry.organisationId, ...shown });
}

function asLine({ at, organisationId, actor, action, subject, reason, requestId }: AuditEntryRecord): string {
  const of = organisationId === INSTALLATION ? 'installation' : `organisation ${organisationId}`;
  const because = reason === null ? '' : `  ${JSON.stringify(reason)}`;
  const request = requestId === null ? '' : `  request ${requestId}`;
  return `${at.toISOString()}  ${of}  ${actor}  ${action}  ${subject}${because}${request}`;
}

function word(options: CliOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

function lines(options: CliOptions): number {
  const given = options['lines'] ?? String(DEFAULT_LINES);
  const count = Number(given);
  if (!Number.isSafeInteger(count) || count < 0 || count > MAX_LINES || given === '')
    throw new UsageError(`--lines must be a whole number from 0 to ${MAX_LINES}`);
  return count;
}
