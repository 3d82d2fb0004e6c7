import { expect } from 'chai';
import { findingsOf } from '../../../dev/conformance/ucentral.js';

const anything = { type: 'array' };

/** A schema as TIP publishes it: with definitions, and objects that are open. */
function schemaWith(unit: object, services: object): Readonly<Record<string, unknown>> {
  return {
    $id: 'https://example.org/schema.json',
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      uuid: { type: 'integer' },
      unit: { $ref: '#/$defs/unit' },
      services: { $ref: '#/$defs/services' },
      radios: anything,
      interfaces: anything,
      metrics: { type: 'object' },
    },
    $defs: {
      unit,
      services,
      page: { type: 'object', properties: { 'auth-mode': { type: 'string' } } },
    },
  };
}

const text = { type: 'string' };
const UNIT = { type: 'object', properties: { name: text, hostname: text, timezone: text } };
const GARDEN = {
  type: 'object',
  properties: { 'walled-garden-fqdn': anything, 'walled-garden-ipaddr': anything },
};
const SERVICES = {
  type: 'object',
  properties: {
    lldp: { type: 'object' },
    captive: { allOf: [{ oneOf: [{ $ref: '#/$defs/page' }] }, GARDEN] },
  },
};

describe('the check of configurations against the schema of uCentral', () => {
  it('closes every object, also those that are put together from parts', () => {
    expect(findingsOf(schemaWith(UNIT, SERVICES))).to.deep.equal([]);
    const { name, hostname } = UNIT.properties;
    const found = findingsOf(
      schemaWith(
        { type: 'object', properties: { name, hostname, timzone: text } },
        { ...SERVICES, properties: { ...SERVICES.properties, captive: { allOf: [GARDEN] } } },
      ),
    );
    expect(found.map((line) => line.replace(/ \(.*$/, ''))).to.have.members([
      '/unit: unknown key timezone',
      '/services/captive: unknown key auth-mode',
    ]);
  });
});
