import { newMail } from '../../shared/access/operations/links/account-mail.js';
import { openSession } from '../../shared/access/operations/open-session.js';
import { PASSWORD_HASH } from '../browser/web-session.js';
import type { TestApi } from '../fixtures/api.js';

/** A viewer, and the texts that say who it is. */
export interface Person {
  readonly id: number;
  readonly names: readonly string[];
}

const NAME = 'Åsa Lind';
let made = 0;

/** Makes a user with a password, a name, a time zone, a token, a mail and entries of the audit log. */
export async function makePerson(api: TestApi, organisationId: number, superAdmin: string): Promise<Person> {
  const address = `person-${(made += 1)}-${Date.now()}@example.test`;
  const email = `new-${address}`;
  const created = await api.call('POST', '/v1/users', {
    body: { email: address, role: 'viewer' },
    token: superAdmin,
  });
  const { id } = (created.body as { data: { user: { id: number } } }).data.user;
  await api.call('PATCH', `/v1/users/${id}`, { body: { email }, token: superAdmin });
  const user = await api.deps.mongo.models.users
    .findByIdAndUpdate(id, { $set: { passwordHash: PASSWORD_HASH } }, { returnDocument: 'after' })
    .lean();
  if (user === null) throw new Error('The user is gone');
  const { secret: token } = await openSession(api.deps, 'token', user, `Backup of ${NAME}`);
  await api.call('PATCH', '/v1/me', { body: { name: NAME, time_zone: 'Europe/Stockholm' }, token });
  const _id = await api.deps.stores.ids.reserve('mails');
  const account = { kind: 'password_changed', address: email } as const;
  await api.deps.stores.mails.put(newMail({ _id, organisationId, userId: id, account }, new Date()));
  return { id, names: [address, NAME] };
}
