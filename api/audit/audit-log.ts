import Joi from 'joi';
import { stringify } from 'csv-stringify/sync';
import type { AuditEntryRecord } from '../../shared/audit/models/audit-entry.js';
import { exportAuditLog, listAuditLog } from '../../shared/audit/operations/list-audit-log.js';
import type { AuditPosition } from '../../shared/audit/stores/audit-store.js';
import { parseIsoTime } from '../../shared/platform/values/iso-time.js';
import { cursorMeta, cursorSchema } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pageSize } from '../http/fields.js';
import { acquireStream, listBody } from '../http/json-stream.js';
import { PATHS } from '../paths.js';
import { invalidSchema, pageSchema } from '../rollouts/rollout-schemas.js';

interface Input {
  subject?: string;
  actor?: string;
  action?: string;
  from?: Date;
  to?: Date;
  format: 'json' | 'csv' | 'ndjson';
  per_page: number;
  cursor?: AuditPosition;
}

const blank = Joi.valid('', null);
const exact = (description: string) => Joi.string().max(200).empty(blank).description(description);
const text = Joi.string().required();
const fields = Joi.object().unknown().allow(null).required();

const time = (description: string) =>
  Joi.string()
    .empty(blank)
    .max(64)
    .custom(
      (value: string, helpers) =>
        parseIsoTime(value) ?? helpers.message({ custom: 'is not a time, such as 2026-11-30T20:00:00Z' }),
    )
    .description(description);

/** The place of an entry: its time in milliseconds and its id. */
const position = cursorSchema(/^v1:(\d{1,15}\.[\w:-]{1,150})$/, (text): AuditPosition => {
  const dot = text.indexOf('.');
  return { at: new Date(Number(text.slice(0, dot))), id: text.slice(dot + 1) };
});

const entrySchema = Joi.object({
  id: text,
  at: Joi.string().isoDate().required(),
  actor: text.description('user:ID, cli or system'),
  action: text,
  subject: text,
  before: fields,
  after: fields,
  reason: text.allow(null),
  request_id: text.allow(null),
});

const COLUMNS = ['id', 'at', 'actor', 'action', 'subject', 'before', 'after', 'reason', 'request_id'];
const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';

export const auditLogEndpoint = endpoint<Input>({
  operation: 'audit_log',
  summary: 'List the changes in the organisation, newest first',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.auditLog,
  input: Joi.object({
    subject: exact('Such as rollout:7 or network:3'),
    actor: exact('user:ID, cli or system'),
    action: exact('Such as rollout.paused'),
    from: time('Entries from this time on'),
    to: time('Entries before this time'),
    format: Joi.string().valid('json', 'csv', 'ndjson').empty(blank).default('json'),
    per_page: pageSize(50, 200).min(1).description('Of a page; csv and ndjson have every entry'),
    cursor: position,
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  otherTypes: [CSV, NDJSON],
  output: { 200: pageSchema('entries', entrySchema), 422: invalidSchema },
  refusals: ['forbidden', 'settingsInvalid'],
  async handle({ deps, caller, input: { format, per_page: limit, cursor = null, ...filter } }) {
    const query = { ...filter, before: cursor };
    if (format === 'json') {
      const { entries, next } = await listAuditLog(deps, caller, query, limit);
      const meta = cursorMeta(next && `${next.at.getTime()}.${next.id}`);
      return { status: 200, body: { data: { entries: entries.map(presentEntry) }, meta, status: 200 } };
    }
    const list = { batches: exportAuditLog(deps, caller, query), separator: '', ...FORMATS[format] };
    const body = await listBody(list, { log: deps.log, acquire: () => acquireStream(deps, caller) });
    return {
      status: 200,
      headers: {
        'Content-Type': `${format === 'csv' ? CSV : NDJSON}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="audit_log.${format}"`,
      },
      body,
    };
  },
});

const FORMATS = {
  ndjson: {
    before: '',
    after: '',
    write: (entry: AuditEntryRecord) => `${JSON.stringify(presentEntry(entry))}\n`,
  },
  csv: {
    before: stringify([COLUMNS]),
    after: '',
    // Cells that a spreadsheet would take for formulas are escaped.
    write: (entry: AuditEntryRecord) =>
      stringify([presentEntry(entry)], { columns: COLUMNS, escape_formulas: true }),
  },
} as const;

function presentEntry(entry: AuditEntryRecord) {
  const { _id, at, actor, action, subject, before, after, reason, requestId } = entry;
  return {
    id: _id,
    at: at.toISOString(),
    actor,
    action,
    subject,
    before,
    after,
    reason,
    request_id: requestId,
  };
}
