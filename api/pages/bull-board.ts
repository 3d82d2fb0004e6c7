import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { KoaAdapter } from '@bull-board/koa';
import type { Middleware } from 'koa';
import type { ApiDeps } from '../deps.js';
import type { ApiState } from '../http/endpoint.js';
import { SITE } from '../paths.js';

/** The board of all queues at a path. */
export function bullBoard({ jobs }: ApiDeps, path: string, readOnly: boolean): Middleware<ApiState> {
  const serverAdapter = new KoaAdapter().setBasePath(path);
  createBullBoard({
    queues: jobs.queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: readOnly })),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: readOnly ? 'airfleet queues' : 'airfleet queues (changes)',
        hideDocsLink: true,
        favIcon: { default: `${SITE.assets}/icon.svg`, alternative: `${SITE.assets}/icon.svg` },
        miscLinks: [
          { text: 'Operator', url: SITE.operator },
          readOnly
            ? { text: 'Change jobs', url: SITE.boardToChange }
            : { text: 'Only look', url: SITE.board },
        ],
      },
    },
  });
  // The board would answer with the message of the error and, in development, its stack trace.
  serverAdapter.setErrorHandler((error) => {
    throw error;
  });
  return serverAdapter.registerPlugin();
}
