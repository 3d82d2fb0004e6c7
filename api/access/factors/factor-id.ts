import Joi from 'joi';

export const factorId = Joi.string().max(100).required().description('As in the list of second factors');
