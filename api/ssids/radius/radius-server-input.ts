import { isIP } from 'node:net';
import Joi from 'joi';
import { nameText } from '../../../shared/platform/values/texts.js';
import { HIDDEN_SECRET } from '../../../shared/ssids/domain/radius-secret.js';
import { nasIdentifier, port, radiusSecret } from '../../../shared/ssids/domain/radius-server-fields.js';
import { accessToken } from '../../http/fields.js';

/** The fields that create_radius_server and update_radius_server take. */
export const radiusServerFields = {
  name: nameText,
  host: Joi.string()
    .max(64)
    .custom((text: string, helpers) =>
      isIP(text) === 0 ? helpers.message({ custom: '{{#label}} must be an IP address' }) : text,
    )
    .description('An IPv4 or IPv6 address: access points take no names'),
  auth_port: port,
  acct_port: port,
  secret: radiusSecret,
  nas_identifier: nasIdentifier,
  access_token: accessToken,
};

/** The secret of a new server is not the mark that answers show. */
export const newSecret = radiusSecret.invalid(HIDDEN_SECRET).required();
