import { deserialize, type Document, serialize } from 'bson';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { describeDuplicate } from '../errors/duplicate-key.js';
import type { Command } from '../wire/command.js';
import type { Context, Handler } from './context.js';

interface Page {
  readonly cursor: { readonly firstBatch: readonly Document[] };
}

/**
 * MongoDB's error when a `$merge` by `_id` with `whenMatched: 'fail'` finds a document. Runs the pipeline again
 * without the `$merge` to find the first such document. Returns undefined for a `$merge` by other fields.
 */
export async function describeMerge(
  context: Context,
  command: Command,
  run: Handler,
): Promise<CommandError | undefined> {
  // The first field names the command.
  const { aggregate, pipeline, ...rest } = deserialize(command.body, {
    promoteValues: false,
    promoteBuffers: false,
  });
  const stages = pipeline as Document[];
  const { into, on = '_id' } = (stages.at(-1)?.['$merge'] ?? {}) as { into?: unknown; on?: unknown };
  if (typeof into !== 'string' || on !== '_id') return undefined;
  const existing = [
    { $lookup: { from: into, localField: '_id', foreignField: '_id', as: 'existing' } },
    { $match: { existing: { $ne: [] } } },
    { $limit: 1 },
    { $project: { _id: 1 } },
  ];
  const body = serialize({
    aggregate: aggregate as unknown,
    pipeline: [...stages.slice(0, -1), ...existing],
    ...rest,
  });
  const page = deserialize(await run(context, { ...command, body: Buffer.from(body) })) as Page;
  const [document] = page.cursor.firstBatch;
  if (!document) return undefined;
  const index = { name: '_id_', key: { _id: 1 } };
  const { errmsg, ...details } = describeDuplicate(`${command.database}.${into}`, index, document);
  return new CommandError(CODE.duplicateKey, errmsg, details);
}
