import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** A domain whose users sign in by the identity provider of an organisation, once the organisation has proven it. */
export interface SsoDomainRecord {
  /** `<organisation>:<domain>` */
  _id: string;
  organisationId: number;
  domain: string;
  /** What the TXT record has to contain; it is no secret. */
  token: string;
  /** Absent: not proven. One that the command line has proven is not looked up. */
  provenBy?: 'dns' | 'command_line';
  /** The domain, while it is proven: at most one organisation has it. */
  provenDomain?: string;
  /** Since when it is proven. */
  provenAt?: Date | null;
  /** When a request last listed it. */
  listedAt: Date;
  /** When its record was last seen. */
  seenAt?: Date | null;
  /** When its record is looked up next; absent: never. */
  checkAt?: Date;
}

export const ssoDomainModel = new Schema<SsoDomainRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    domain: { type: String, required: true },
    token: { type: String, required: true },
    provenBy: { type: String, default: undefined },
    provenDomain: { type: String, default: undefined },
    provenAt: { type: Date, default: undefined },
    listedAt: { type: Date, required: true },
    seenAt: { type: Date, default: undefined },
    checkAt: { type: Date, default: undefined },
  },
  collection('sso_domains'),
);
ssoDomainModel.index({ organisationId: 1, domain: 1 }, { name: 'organisation' });
ssoDomainModel.index(
  { provenDomain: 1 },
  { unique: true, name: 'proven', partialFilterExpression: { provenDomain: { $exists: true } } },
);
ssoDomainModel.index(
  { checkAt: 1 },
  { name: 'check', partialFilterExpression: { checkAt: { $exists: true } } },
);
