import type { Model, Schema } from 'mongoose';

/** The mongoose models of `xModel`s, under their names. */
export type ModelsOf<Schemas extends Readonly<Record<string, Schema>>> = {
  [Name in keyof Schemas]: Schemas[Name] extends Schema<infer Stored> ? Model<Stored> : never;
};
