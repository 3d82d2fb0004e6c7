import type Joi from 'joi';

export type JsonSchema = Record<string, unknown>;

const TARGET = { target: 'draft-2020-12' } as const;

/** The schema of a request. Unknown properties are ignored, so it does not forbid them. */
export function inputSchema(schema: Joi.Schema): JsonSchema {
  return withoutClosedObjects(schema['~standard'].jsonSchema.input(TARGET)) as JsonSchema;
}

/** The schema of a response. */
export function outputSchema(schema: Joi.Schema): JsonSchema {
  return schema['~standard'].jsonSchema.output(TARGET);
}

function withoutClosedObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutClosedObjects);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => !(key === 'additionalProperties' && inner === false),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutClosedObjects(inner)]));
}

/** The properties of an object schema, with whether each is required. */
export function propertiesOf(schema: JsonSchema): { name: string; schema: JsonSchema; required: boolean }[] {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const properties = (schema['properties'] as Record<string, JsonSchema> | undefined) ?? {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.has(name),
  }));
}
