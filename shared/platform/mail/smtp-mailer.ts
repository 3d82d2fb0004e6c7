import { createTransport } from 'nodemailer';
import type { MailAddress, SmtpServer } from '../env/smtp-server.js';
import { isMailbox } from '../values/email.js';
import type { Html } from '../values/html.js';

/** One mail to one person. */
export interface Mail {
  /** The same at every try, so that a receiver recognises a mail that arrives twice. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: Html;
  /** The thread that the mail belongs to; absent for none. */
  readonly thread?: string;
  /** The URL at which one POST ends mails of this kind; absent for those that their receiver needs. */
  readonly unsubscribeUrl?: string;
}

/** How a try to send a mail ended: accepted, or the reply of the server, or a word for the failure. */
export type SendOutcome =
  | { readonly isAccepted: true }
  | {
      readonly isAccepted: false;
      /** The reply to the receiver or the message; null when the server did not get that far. */
      readonly reply: number | null;
      /** A word that contains no address and no secret. */
      readonly error: string;
    };

export interface MailerTimes {
  /** For the connection and for the greeting, in milliseconds. */
  readonly connectMs: number;
  /** For each reply. */
  readonly replyMs: number;
  /** For all of it. */
  readonly wholeMs: number;
}

const TIMES: MailerTimes = { connectMs: 5000, replyMs: 15_000, wholeMs: 30_000 };
/** The steps at which a reply is about the mail, and not about the server. */
const ABOUT_MAIL: readonly string[] = ['EENVELOPE', 'EMESSAGE'];

/** The reply of a server to an address that it cannot read. */
const BAD_MAILBOX = 553;

export interface Mailer {
  /** Sends a mail; never throws. */
  send(mail: Mail): Promise<SendOutcome>;
}

/** Sends mails by SMTP, each by a connection of its own. Errors of the library may contain addresses, so none is kept. */
export function createMailer(server: SmtpServer, from: MailAddress, times: MailerTimes = TIMES): Mailer {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.tls,
    requireTLS: server.requiresTls,
    ...(server.login === null ? {} : { auth: { user: server.login.user, pass: server.login.password } }),
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.replyMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ messageId, to, subject, text, html, thread, unsubscribeUrl }) {
      // The library takes a list for several receivers.
      if (!isMailbox(to)) return { isAccepted: false, reply: BAD_MAILBOX, error: 'receiver_refused' };
      const signal = AbortSignal.timeout(times.wholeMs);
      const sent = transport.sendMail({
        signal,
        messageId,
        from,
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        subject: headerText(subject),
        text,
        html: html.text,
        ...(thread === undefined ? {} : { references: thread, inReplyTo: thread }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl === undefined ? {} : unsubscription(unsubscribeUrl)),
        },
      });
      try {
        await sent;
        return { isAccepted: true };
      } catch (error) {
        return signal.aborted ? { isAccepted: false, reply: null, error: 'timeout' } : failure(error);
      }
    },
  };
}

function unsubscription(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

const MAX_SUBJECT = 200;

/** A text on one line. */
function headerText(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, MAX_SUBJECT);
}

const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'login_refused',
  ECONNECTION: 'connection_failed',
  EDNS: 'unknown_host',
  EENVELOPE: 'receiver_refused',
  EMESSAGE: 'message_refused',
  ETIMEDOUT: 'timeout',
  ETLS: 'tls_failed',
};

function failure(error: unknown): SendOutcome {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const isAboutMail = typeof code === 'string' && ABOUT_MAIL.includes(code);
  const reply = isAboutMail && typeof responseCode === 'number' ? responseCode : null;
  const word = typeof code === 'string' ? (WORDS[code] ?? 'connection_failed') : 'failed';
  return { isAccepted: false, reply, error: word };
}
