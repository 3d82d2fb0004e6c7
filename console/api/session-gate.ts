import { ApiError } from './api-error';

/** A request that was refused because the session had ended, and waits for a new one. */
export interface EndedSession {
  /** Whether one of the waiting requests changes something. */
  readonly hasChange: boolean;
}

type Outcome = 'renewed' | 'given up';

/** Lets refused requests wait until the user has signed in again. */
class SessionGate {
  #isArmed = false;
  #ended: EndedSession | null = null;
  #waiting: ((outcome: Outcome) => void)[] = [];
  readonly #listeners = new Set<() => void>();

  /** From now on a refused request waits. Before the first sign-in, the page shows the sign-in form instead. */
  arm(): void {
    this.#isArmed = true;
  }

  readonly current = (): EndedSession | null => this.#ended;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Resolves when the user has signed in again or has closed the dialog; whether the request is to be sent again. */
  async renewed(isChange: boolean): Promise<boolean> {
    if (!this.#isArmed) return false;
    const outcome = new Promise<Outcome>((resolve) => this.#waiting.push(resolve));
    this.#set({ hasChange: isChange || this.#ended?.hasChange === true });
    return (await outcome) === 'renewed';
  }

  settle(outcome: Outcome): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#set(null);
    for (const resolve of waiting) resolve(outcome);
  }

  #set(ended: EndedSession | null): void {
    this.#ended = ended;
    for (const listener of this.#listeners) listener();
  }
}

export const sessionGate = new SessionGate();

/** Requests whose 401 is about the password or the code that they bring. */
const WITH_PASSWORD = ['POST /v1/session', 'POST /v1/session/second_factor', 'POST /v1/access_tokens'];
/** The session dialog itself asks who the user is. */
const NEVER_WAITING = [...WITH_PASSWORD, 'GET /v1/me'];

/** Sends a request; after a refusal for want of a session, once more when the user has signed in again. */
export async function fetchWithSession(request: Request): Promise<Response> {
  const response = await send(request.clone());
  const operation = `${request.method} ${new URL(request.url).pathname}`;
  if (response.status !== 401 || NEVER_WAITING.includes(operation)) return response;
  return (await sessionGate.renewed(request.method !== 'GET')) ? send(request) : response;
}

/** @throws ApiError when there is no answer */
function send(request: Request): Promise<Response> {
  return fetch(request).catch((error: unknown) => {
    throw error instanceof TypeError ? new ApiError('The service cannot be reached', 0) : error;
  });
}
