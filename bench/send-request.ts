import { request, type Agent } from 'node:http';

export interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly token: string;
  readonly body?: object;
}

/** One request over a connection that stays open; the status and the text of its answer. */
export function ask(url: URL, agent: Agent, { method = 'GET', token, body }: Asked) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const sent = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}
