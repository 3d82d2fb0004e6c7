import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { headerOf, startMailReceiver, type ReceivedMail } from '../../dev/mail-receiver.js';
import { parseSmtpUrl } from '../../shared/platform/env/smtp-server.js';
import { createMailer, type Mail, type SendOutcome } from '../../shared/platform/mail/smtp-mailer.js';
import { html } from '../../shared/platform/values/html.js';

const FROM = { name: 'Fleet', address: 'fleet@example.test' };
const TIMES = { connectMs: 300, replyMs: 300, wholeMs: 1000 };
const MAIL: Mail = {
  messageId: '<mail-1@fleet.example.test>',
  to: 'anna@example.test',
  subject: 'Alert',
  text: 'Lobby is down',
  html: html`<p>Lobby is down</p>`,
  unsubscribeUrl: 'https://fleet.example.test/unsubscribe?token=1',
};

function send(url: string, mail: Partial<Mail> = {}): Promise<SendOutcome> {
  const server = parseSmtpUrl(url);
  if (server === null) throw new Error(url);
  return createMailer(server, FROM, TIMES).send({ ...MAIL, ...mail });
}

// docs/alerts.md#mails-5
describe('a mail by SMTP', () => {
  async function expectSent(
    options: Parameters<typeof startMailReceiver>[1],
    mail: Partial<Mail>,
  ): Promise<{ outcome: SendOutcome; received: ReceivedMail[] }> {
    const received: ReceivedMail[] = [];
    const receiver = await startMailReceiver((each) => {
      received.push(each);
    }, options);
    try {
      return { outcome: await send(receiver.url, mail), received };
    } finally {
      await receiver.close();
    }
  }

  it('has no header that a name or an address adds', async () => {
    const subject = 'Lobby\r\nBcc: eve@example.test\r\n\r\nSecond';
    const { outcome, received } = await expectSent({}, { subject });
    expect(outcome).to.deep.equal({ isAccepted: true });
    expect(received).to.have.length(1);
    expect(received[0]?.to).to.deep.equal(['anna@example.test']);
    expect(headerOf(received[0] ?? { to: [], source: '' }, 'Subject')).to.equal(
      'Lobby Bcc: eve@example.test Second',
    );
    for (const to of ['a@b\r\nRCPT TO:<eve@example.test>', '<a@b>', 'anna,eve@example.test']) {
      const refused = await expectSent({}, { to });
      expect(refused.outcome).to.deep.equal({ isAccepted: false, reply: 553, error: 'receiver_refused' });
      expect(refused.received).to.deep.equal([]);
    }
  });

  for (const responseCode of [450, 550])
    it(`reports the reply ${responseCode} to its receiver`, async () => {
      const { outcome } = await expectSent(
        {
          onRcptTo: (_address, _session, callback) => {
            callback(Object.assign(new Error('No'), { responseCode }));
          },
        },
        {},
      );
      expect(outcome).to.deep.equal({ isAccepted: false, reply: responseCode, error: 'receiver_refused' });
    });

  it('reports a server that greets with a refusal as a failure of the server', async () => {
    const { outcome } = await expectSent(
      {
        onConnect: (_session, callback) => {
          callback(Object.assign(new Error('Not now'), { responseCode: 554 }));
        },
      },
      {},
    );
    expect(outcome).to.deep.include({ isAccepted: false, reply: null });
  });

  for (const [what, greet] of [
    ['says nothing', (_socket: Socket) => undefined],
    ['sends a line now and then', dribble],
  ] as const)
    it(`gives up a server that ${what}`, async () => {
      const sockets: Socket[] = [];
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        sockets.push(socket);
        greet(socket);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        const outcome = await send(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
        expect(outcome).to.deep.equal({ isAccepted: false, reply: null, error: 'timeout' });
      } finally {
        for (const socket of sockets) socket.destroy();
        server.close();
      }
    });

  it('reports a server that is not there, without its address', async () => {
    const outcome = await send('smtp://127.0.0.1:1');
    expect(outcome).to.deep.equal({ isAccepted: false, reply: null, error: 'connection_failed' });
  });

  it('is not sent with a password and without TLS to another machine', () => {
    expect(parseSmtpUrl('smtp://user:p%40ss@mail.example.test')).to.deep.equal({
      host: 'mail.example.test',
      port: 587,
      tls: false,
      requiresTls: true,
      login: { user: 'user', password: 'p@ss' },
    });
    expect(parseSmtpUrl('smtps://mail.example.test')).to.deep.include({ port: 465, tls: true, login: null });
  });
});

/** Greets, and then sends a line of an endless answer every 100 ms. */
function dribble(socket: Socket): void {
  socket.write('220 mail.example.test ESMTP\r\n');
  const timer = setInterval(() => socket.write('250-SIZE\r\n'), 100);
  socket.on('close', () => {
    clearInterval(timer);
  });
}
