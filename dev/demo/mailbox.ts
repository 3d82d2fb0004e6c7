import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headerOf, startMailReceiver, type MailReceiver } from '../mail-receiver.js';

/** The demo keeps the latest mails. */
const KEPT = 100;

/** Receives the mails of the demo on this machine, writes each to a file and prints where. */
export async function startMailbox(folder: string, print: (line: string) => void): Promise<MailReceiver> {
  await mkdir(folder, { recursive: true });
  let count = 0;
  return startMailReceiver(async (mail) => {
    const file = join(folder, `mail-${String((count % KEPT) + 1).padStart(3, '0')}.eml`);
    count += 1;
    await writeFile(file, mail.source);
    print(`mail to ${mail.to.join(', ')}: ${headerOf(mail, 'Subject')} (${file})`);
  });
}
