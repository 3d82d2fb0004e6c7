import type { Reply } from '../fixtures/api.js';
import { rolloutFixture, type RolloutFixture } from '../fixtures/records/rollout-fixture.js';
import type { ErrorRow } from './error-rows.js';

const CODED = ['msg', 'error_code'];

const key = (value: string): { headers: Record<string, string> } => ({
  headers: { 'Idempotency-Key': value },
});

function row(
  status: number,
  code: number,
  when: string,
  provoke: (fixture: RolloutFixture) => Promise<Reply>,
  body: readonly string[] = CODED,
): ErrorRow {
  return { status, code, when, body, provoke: async () => provoke(await rolloutFixture()) };
}

async function keyInUse(fixture: RolloutFixture): Promise<Reply> {
  await fixture.create({}, key('mine'));
  await fixture.api.deps.mongo.models.idempotencyKeys.updateOne(
    { _id: new RegExp(`^${fixture.admin.user._id}:`) },
    { $set: { answer: null } },
  );
  return fixture.create({}, key('mine'));
}

async function tooMany(fixture: RolloutFixture): Promise<Reply> {
  const first = await fixture.stored((await fixture.draft()).id);
  const copies = Array.from({ length: 99 }, (_, index) => ({ ...first, _id: fixture.org * 100_000 + index }));
  await fixture.api.deps.mongo.models.rollouts.insertMany(copies);
  return fixture.create();
}

/** The errors of docs/rollouts.md. */
export const ROLLOUT_ERROR_ROWS: readonly ErrorRow[] = [
  row(422, 1109, 'invalid settings', (fixture) => fixture.create({ name: '' }), [...CODED, 'errors']),
  row(404, 1110, 'no such rollout', (fixture) => fixture.show(999_999_999)),
  row(409, 1111, 'an action that the state does not allow', async (fixture) =>
    fixture.act((await fixture.draft()).id, 'pause'),
  ),
  row(412, 1112, 'another revision', async (fixture) =>
    fixture.act((await fixture.draft()).id, 'start', { headers: { 'If-Match': '"9"' } }),
  ),
  row(409, 1113, 'an Idempotency-Key in use', keyInUse),
  row(422, 1114, 'the Idempotency-Key of another request', async (fixture) => {
    await fixture.create({}, key('mine'));
    return fixture.create({ name: 'Other' }, key('mine'));
  }),
  row(409, 1115, 'a 101st open rollout', tooMany),
];
