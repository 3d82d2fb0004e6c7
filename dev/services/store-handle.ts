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
  /** Where it keeps its data; made when missing. A MongoDB and a Redis may share it. */
  readonly dataDir: string;
  /** Whether what is written must survive a crash of the machine. Tests do without. */
  readonly durable: boolean;
  /** Whether MongoDB offers its test commands, such as fail points. */
  readonly testCommands?: boolean;
  /** The port to listen on; without it the one of the last start, or any. */
  readonly port?: number;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** The options of a start from outside, where the environment is usually this process's. */
export type StartOptions = Omit<StoreOptions, 'env'> & Partial<Pick<StoreOptions, 'env'>>;
