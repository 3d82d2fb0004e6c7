import { request, type Agent } from 'node:http';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly token: string;
  readonly body?: object;
}

/** Sends one request over the agent's connections and returns the status and text of the response. */
export function sendRequest(url: URL, agent: Agent, { method = 'GET', token, body }: RequestOptions) {
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
