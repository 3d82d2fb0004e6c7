import Joi from 'joi';

/**
 * What browsers and authenticators exchange, as the JSON of WebAuthn Level 3: the names of its members are those of the
 * standard, and binary values are in base64url.
 */

const binary = (most: number) =>
  Joi.string()
    .max(most)
    .pattern(/^[\w-]*$/, 'base64url');
const LONGEST_ID = 1400;
const credentialId = binary(LONGEST_ID);
const type = Joi.string().valid('public-key');
const transports = Joi.array().items(Joi.string().max(40)).max(10);

const answered = {
  id: credentialId.required(),
  rawId: credentialId.required(),
  type: type.required(),
  authenticatorAttachment: Joi.string().valid('platform', 'cross-platform').allow(null),
  clientExtensionResults: Joi.object().unknown(),
};

/** The answer of an authenticator that has made a passkey. */
export const newCredential = Joi.object({
  ...answered,
  response: Joi.object({
    clientDataJSON: binary(4000).required(),
    attestationObject: binary(20_000).required(),
    transports,
  })
    .unknown()
    .required(),
}).description('What navigator.credentials.create() gives, as JSON');

/** The answer of an authenticator that has signed a challenge. */
export const assertion = Joi.object({
  ...answered,
  response: Joi.object({
    clientDataJSON: binary(4000).required(),
    authenticatorData: binary(4000).required(),
    signature: binary(4000).required(),
    userHandle: binary(100).allow(null).empty(null),
  })
    .unknown()
    .required(),
}).description('What navigator.credentials.get() gives, as JSON');

const descriptors = Joi.array().items(
  Joi.object({ id: credentialId.required(), type: type.required(), transports }),
);
const verification = Joi.string().valid('required').required();
const challenge = binary(100).required();
const timeout = Joi.number().integer().required();

/** What a browser needs to make a passkey. */
export const creationOptionsSchema = Joi.object({
  rp: Joi.object({ id: Joi.string().required(), name: Joi.string().required() }).required(),
  user: Joi.object({
    id: binary(100).required(),
    name: Joi.string().required(),
    displayName: Joi.string().required(),
  }).required(),
  challenge,
  pubKeyCredParams: Joi.array()
    .items(Joi.object({ alg: Joi.number().integer().required(), type: type.required() }))
    .required(),
  timeout,
  excludeCredentials: descriptors.required(),
  authenticatorSelection: Joi.object({
    residentKey: Joi.string().valid('preferred').required(),
    requireResidentKey: Joi.boolean(),
    userVerification: verification,
  }).required(),
  attestation: Joi.string().valid('none').required(),
  extensions: Joi.object().unknown(),
  hints: Joi.array().items(Joi.string().valid('security-key', 'client-device', 'hybrid')),
}).description('What navigator.credentials.create() takes, as JSON');

/** What a browser needs to sign in with a passkey. */
export const requestOptionsSchema = Joi.object({
  rpId: Joi.string().required(),
  challenge,
  timeout,
  allowCredentials: descriptors.required(),
  userVerification: verification,
}).description('What navigator.credentials.get() takes, as JSON');
