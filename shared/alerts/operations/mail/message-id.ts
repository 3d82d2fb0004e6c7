import type { MailRecord } from '../../../access/models/mail.js';

/** The same at every try. */
export function messageIdOf({ _id, createdAt }: MailRecord, origin: string): string {
  return `<mail-${_id}-${createdAt.getTime()}@${new URL(origin).hostname}>`;
}
