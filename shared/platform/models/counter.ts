import { Schema } from 'mongoose';
import { collection } from './options.js';

/** The last id assigned in a collection. */
export interface CounterRecord {
  _id: string;
  last: number;
}

export const counterModel = new Schema<CounterRecord>(
  { _id: String, last: { type: Number, required: true } },
  collection('counters'),
);
