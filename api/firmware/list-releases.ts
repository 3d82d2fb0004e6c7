import Joi from 'joi';
import { listReleases } from '../../shared/firmware/operations/list-releases.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const listReleasesEndpoint = endpoint({
  operation: 'upgrade releases',
  summary: 'The firmware versions that can be scheduled, newest first; the first is the latest',
  family: 'upgrades',
  access: 'user',
  changes: false,
  routes: PATHS.upgradeReleases,
  input: Joi.object({ access_token: accessToken }),
  output: {
    200: Joi.object({
      data: Joi.object({
        releases: Joi.array()
          .items(Joi.object({ version: Joi.string().required(), is_released: Joi.boolean().required() }))
          .required(),
      }).required(),
    }),
  },
  refusals: [],
  async handle({ deps, caller }) {
    const releases = await listReleases(deps, caller);
    return {
      status: 200,
      body: {
        data: { releases: releases.map(({ version, isReleased }) => ({ version, is_released: isReleased })) },
      },
    };
  },
});
