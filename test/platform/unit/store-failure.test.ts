import { expect } from 'chai';
import mongoose from 'mongoose';
import { isConflict, isStoreFailure } from '../../../shared/platform/mongo/store-failure.js';

const { mongo } = mongoose;
const answered = (code: number, errorLabels: string[] = []) =>
  new mongo.MongoServerError({ message: 'an answer of the server', code, errorLabels });

describe('isStoreFailure', () => {
  for (const code of [6, 7, 50, 64, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]) {
    it(`is true for code ${code}, which the server does not label on reads`, () => {
      expect(isStoreFailure(answered(code))).to.equal(true);
    });
  }

  for (const label of [
    'RetryableWriteError',
    'TransientTransactionError',
    'UnknownTransactionCommitResult',
    'SystemOverloadedError',
  ]) {
    it(`is true for any error labelled ${label}`, () => {
      expect(isStoreFailure(answered(1, [label]))).to.equal(true);
    });
  }

  it('is true for an unsatisfied write concern', () => {
    const writeConcernError = { code: 100, errmsg: 'Not enough data-bearing nodes', errInfo: undefined };
    expect(isStoreFailure(new mongo.MongoWriteConcernError({ ok: 1, writeConcernError } as never))).to.equal(
      true,
    );
  });

  for (const code of [2, 13, 66, 11000]) {
    it(`is false for code ${code}, by which the server refuses`, () => {
      expect(isStoreFailure(answered(code))).to.equal(false);
    });
  }

  it('distinguishes a conflict of transactions from an unreachable store', () => {
    expect(isConflict(answered(112, ['TransientTransactionError']))).to.equal(true);
    expect(isConflict(answered(189, ['TransientTransactionError']))).to.equal(false);
  });
});
