import Joi from 'joi';
import type { AuditEntryRecord } from '../../shared/audit/models/audit-entry.js';
import { exportAuditLog, listAuditLog } from '../../shared/audit/operations/list-audit-log.js';
import type { AuditPosition } from '../../shared/audit/stores/audit-store.js';
import { nameRecords } from '../../shared/search/operations/name-records.js';
import { timeCursor, timeCursorMeta } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { optionalTime } from '../http/fields.js';
import { listFields } from '../http/list-fields.js';
import { CSV, NDJSON, csvFormat, fileAnswer } from '../http/file-answer.js';
import { PATHS } from '../paths.js';
import { presentEntry, presentNamedEntry } from './present-entry.js';
import { invalidSchema, pageSchema } from '../http/answer-schemas.js';

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

const nameNow = text.allow(null);

export const auditEntrySchema = Joi.object({
  id: text,
  at: Joi.string().isoDate().required(),
  actor: text.description('user:ID, cli or system'),
  actor_name: nameNow.description(
    'What the actor is called now; null for one without a name, or a deleted one',
  ),
  action: text,
  subject: text,
  subject_name: nameNow.description(
    'What the subject is called now; null for one without a name, or a deleted one',
  ),
  before: fields,
  after: fields,
  reason: text.allow(null),
  request_id: text.allow(null),
});

const COLUMNS = ['id', 'at', 'actor', 'action', 'subject', 'before', 'after', 'reason', 'request_id'];

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
    from: optionalTime.description('Entries from this time on'),
    to: optionalTime.description('Entries before this time'),
    format: Joi.string()
      .valid('json', 'csv', 'ndjson')
      .empty(blank)
      .default('json')
      .description('csv and ndjson have every entry'),
    ...listFields(['-at'], timeCursor),
  }),
  invalid: 'settingsInvalid',
  otherTypes: [CSV, NDJSON],
  headers: ['If-None-Match'],
  output: { 200: pageSchema('entries', auditEntrySchema), 422: invalidSchema },
  refusals: ['forbidden', 'settingsInvalid'],
  async handle({ deps, caller, input: { format, per_page: limit, cursor = null, ...filter } }) {
    const query = { ...filter, before: cursor };
    if (format === 'json') {
      const { entries, next } = await listAuditLog(deps, caller, query, limit);
      const meta = timeCursorMeta(next);
      const references = entries.flatMap(({ actor, subject }) => [actor, subject]);
      const names = await nameRecords(deps, caller.organisationId, references);
      const named = entries.map((entry) => presentNamedEntry(entry, names));
      return revalidated({ data: { entries: named }, meta, status: 200 });
    }
    const batches = exportAuditLog(deps, caller, query);
    return fileAnswer(deps, caller, FORMATS[format], batches, `audit_log.${format}`);
  },
});

const FORMATS = {
  ndjson: {
    type: NDJSON,
    before: '',
    write: (entry: AuditEntryRecord) => `${JSON.stringify(presentEntry(entry))}\n`,
  },
  csv: csvFormat(COLUMNS, presentEntry),
} as const;
