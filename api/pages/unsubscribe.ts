import { KIND_TOPICS } from '../../shared/alerts/domain/notification-settings.js';
import { readUnsubscribeToken, type Unsubscribing } from '../../shared/alerts/domain/unsubscribe-token.js';
import { unsubscribe } from '../../shared/alerts/operations/mail/own-notifications.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { html } from '../../shared/platform/values/html.js';
import type { ApiDeps } from '../deps.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import { SITE } from '../paths.js';
import { messagePage } from './form-parts.js';
import { showPage } from './show-page.js';
import type { PageContext } from './visitor.js';

export interface UnsubscribePages {
  /** GET: asks. Programs that open the links of mails change nothing. @throws AppError */
  readonly show: (ctx: PageContext) => Promise<void>;
  /** POST: ends the mails, whatever the body and the origin: mail providers send it (RFC 8058). @throws AppError */
  readonly submit: (ctx: PageContext) => Promise<void>;
}

/** The pages behind the unsubscribe links of mails, which need no sign-in: the token in the link is the permission. */
export function unsubscribePages(deps: ApiDeps, limits: RequestLimits): UnsubscribePages {
  const linkOf = async (ctx: PageContext): Promise<Unsubscribing> => {
    ctx.set(await limits.anonymous(ctx.ip));
    const { token } = ctx.query;
    const link = typeof token === 'string' ? readUnsubscribeToken(deps.env.sessionSecrets, token) : null;
    if (link !== null) return link;
    throw new AppError('pathNotFound', {
      text: 'This link is not valid. Your e-mails are in the settings of the console',
    });
  };

  return {
    async show(ctx) {
      const { kind } = await linkOf(ctx);
      const form = html`<form method="post" action="${SITE.unsubscribe}?${ctx.querystring}">
        <button class="primary" type="submit">Stop these e-mails</button>
      </form>`;
      showPage(ctx, messagePage(`Stop e-mails about ${KIND_TOPICS[kind]}?`, form));
    },

    async submit(ctx) {
      const link = await linkOf(ctx);
      if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
      await unsubscribe(deps, link, ctx.state.requestId);
      const settings = html`<p>
        You can choose your e-mails in the <a href="${SITE.console}/settings">settings</a>.
      </p>`;
      showPage(ctx, messagePage(`You get no more e-mails about ${KIND_TOPICS[link.kind]}`, settings));
    },
  };
}
