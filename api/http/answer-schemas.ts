import Joi from 'joi';

const whole = Joi.number().integer().required();
const text = Joi.string().required();

/** The meta of a page of a list, by `cursorMeta`. */
export const listMetaSchema = Joi.object({
  next_cursor: Joi.string().allow(null).required(),
  has_more: Joi.boolean().required(),
});

/** The same with the number of all records. */
export const countedMetaSchema = listMetaSchema.keys({
  total: whole,
  total_is_exact: Joi.boolean().required().description('False: there may be more than `total`'),
});

/** The body of a page of a list under /v1. */
export const pageSchema = (name: string, item: Joi.Schema, meta: Joi.ObjectSchema = listMetaSchema) =>
  Joi.object({
    data: Joi.object({ [name]: Joi.array().items(item).required() }).required(),
    meta: meta.required(),
    status: whole,
  });

/** The body of an operation on one record. */
export const recordSchema = (name: string, item: Joi.Schema) =>
  Joi.object({ data: Joi.object({ [name]: item.required() }).required(), status: whole });

/** The answer after a deletion. */
export const DELETED = { status: 200, body: { data: {}, status: 200 } } as const;

export const deletedSchema = Joi.object({ data: Joi.object({}).required(), status: whole });

/** The refusal of invalid parameters, with every fault and its path; other refusals of its status have no `errors`. */
export const invalidSchema = Joi.object({
  msg: text,
  errors: Joi.array().items(Joi.object({ path: text.allow(''), msg: text })),
  error_code: whole,
});
