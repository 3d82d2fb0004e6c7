/** A running store. It may be started again on the same port with the same data after `stop` or `kill`. */
export interface StoreHandle {
  readonly port: number;
  stop(): Promise<void>;
  /** SIGKILL of everything behind it. */
  kill(): Promise<void>;
  /** SIGSTOP of everything behind it: connections stay open and nothing answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

export interface StoreOptions {
  /** A folder of this store's own; made when missing. */
  readonly dataDir: string;
  /** Whether what is written must survive a crash of the machine. Tests do without. */
  readonly durable: boolean;
  readonly port?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}
