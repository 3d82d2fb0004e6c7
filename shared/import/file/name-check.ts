import { TokenType } from '@streamparser/json';

/** The depth of the tokens in a record of a section. */
const RECORD = 3;

/** An open object or list. */
interface Level {
  readonly names: Set<string>;
  isObject: boolean;
  /** The name of the current value in an object, or its index in a list. */
  at: string | number;
}

/**
 * Finds the names that occur twice in an object of a record, of which JSON.parse would keep the last, and `__proto__`. Keeps
 * one set of names for each level.
 */
export class NameCheck {
  private readonly levels: Level[] = [];
  private lastText = '';

  /** @param report takes the path in the record, such as `.ports[0].number` */
  constructor(private readonly report: (path: string, problem: string) => void) {}

  /** @param depth of the token: the number of brackets that are open before it */
  take(token: TokenType, value: unknown, depth: number): void {
    const level = this.levelOf(depth);
    switch (token) {
      case TokenType.STRING:
        this.lastText = value as string;
        break;
      case TokenType.COLON:
        this.name(level, depth);
        break;
      case TokenType.COMMA:
        if (!level.isObject) level.at = Number(level.at) + 1;
        break;
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        this.open(depth + 1, token === TokenType.LEFT_BRACE);
        break;
      default:
    }
  }

  /** Begins an object or a list of a depth. */
  open(depth: number, isObject: boolean): void {
    const level = this.levelOf(depth);
    level.names.clear();
    level.isObject = isObject;
    level.at = 0;
  }

  private name(level: Level, depth: number): void {
    const name = this.lastText;
    level.at = name;
    if (name === '__proto__') this.report(this.path(depth), 'is not allowed');
    else if (level.names.has(name)) this.report(this.path(depth), 'occurs twice');
    level.names.add(name);
  }

  private path(depth: number): string {
    const steps = this.levels.slice(0, depth - RECORD + 1);
    return steps.map(({ at }) => (typeof at === 'number' ? `[${at}]` : `.${at}`)).join('');
  }

  private levelOf(depth: number): Level {
    let level = this.levels[depth - RECORD];
    if (!level) {
      level = { names: new Set(), isObject: true, at: 0 };
      this.levels[depth - RECORD] = level;
    }
    return level;
  }
}
