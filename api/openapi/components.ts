import type Joi from 'joi';
import { inputSchema, outputSchema, type JsonSchema } from './json-schema.js';

/** The named schemas and responses of one API document; the document references them. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly responses: Record<string, JsonSchema> = {};
  /** The names of schemas by their JSON, and of bodies that operations share. */
  private readonly names = new Map<string, string>();

  private readonly operations = new Map<string, string>();

  /** Both are referenced wherever they occur. */
  constructor(answers: Readonly<Record<string, Joi.Schema>>, inputs: Readonly<Record<string, Joi.Schema>>) {
    const converted = [
      ...Object.entries(answers).map(([name, schema]) => [name, outputSchema(schema)] as const),
      ...Object.entries(inputs).map(([name, schema]) => [name, inputSchema(schema)] as const),
    ];
    for (const [name, schema] of converted) this.names.set(keyOf(schema), name);
    for (const [name, schema] of converted) this.schemas[name] = this.withReferences(schema);
  }

  /**
   * Adds the body of an operation under the name, unless the body has one. A second body of the operation, such as that of
   * another path, gets a number.
   * @returns a reference to it
   */
  add(name: string, schema: JsonSchema): JsonSchema {
    const key = keyOf(schema);
    const known = this.names.get(key) ?? this.operations.get(key);
    if (known !== undefined) return reference(known);
    let free = name;
    for (let number = 2; free in this.schemas; number += 1) free = `${name}${number}`;
    this.operations.set(key, free);
    this.schemas[free] = this.withReferences(schema);
    return reference(free);
  }

  /** Shares the response under the name. @returns a reference to it, or itself when the name has another one */
  share(name: string, response: JsonSchema): JsonSchema {
    const known = (this.responses[name] ??= response);
    return JSON.stringify(known) === JSON.stringify(response)
      ? { $ref: `#/components/responses/${name}` }
      : response;
  }

  /** The schema with references in place of the named ones inside it. */
  private withReferences(schema: JsonSchema): JsonSchema {
    return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, this.replace(inner)]));
  }

  private replace(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.replace(item));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as JsonSchema;
    const { type, description } = schema;
    const nullable = Array.isArray(type) && type.length === 2 && type[1] === 'null';
    const name = this.names.get(keyOf(nullable ? { ...schema, type: type[0] as unknown } : schema));
    if (name === undefined) return this.withReferences(schema);
    const described = description === undefined ? {} : { description };
    if (!nullable) return { ...reference(name), ...described };
    return { anyOf: [reference(name), { type: 'null' }], ...described };
  }
}

/** The name of a schema that belongs to an operation: `list_rollouts` and `Response` give `ListRolloutsResponse`. */
export function nameOf(operation: string, kind: string): string {
  const words = operation.split(/[ _]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + kind;
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Its JSON without the description, which differs between uses of one schema. */
function keyOf({ description: _description, ...schema }: JsonSchema): string {
  return JSON.stringify(schema);
}
