import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly to: readonly string[];
  /** Headers and body, as they were sent. */
  readonly source: string;
}

export interface MailReceiver {
  /** For SMTP_URL. */
  readonly url: string;
  close(): Promise<void>;
}

/** Receives mails on this machine, without TLS. @param receive may throw to refuse a mail; `responseCode` is the reply */
export async function startMailReceiver(
  receive: (mail: ReceivedMail) => Promise<void> | void,
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailReceiver> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, { envelope: { rcptTo } }, callback) {
      text(stream)
        .then((source) => receive({ to: rcptTo.map(({ address }) => address), source }))
        .then(
          () => {
            callback();
          },
          (error: unknown) => {
            callback(error as Error);
          },
        );
    },
    ...options,
  });
  // A client that is killed resets its connection.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** The value of a header, on one line; empty without one. */
export function headerOf({ source }: ReceivedMail, name: string): string {
  const headers = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const line = headers.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}
