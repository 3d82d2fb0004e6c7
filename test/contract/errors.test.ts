import { expect } from 'chai';
import { ERRORS } from '../../shared/platform/errors/catalogue.js';
import { ERROR_ROWS } from './all-error-rows.js';
import { errorTitle } from './error-rows.js';

/** The codes and statuses in the document's table of errors. */
const DOCUMENTED: Readonly<Record<number, number>> = {
  1001: 404,
  1005: 422,
  1006: 422,
  1011: 404,
  1012: 422,
  1013: 404,
  1014: 404,
  1015: 422,
  1016: 422,
  1017: 422,
  1018: 422,
  1019: 404,
  1020: 422,
  1021: 404,
  1022: 422,
  1023: 422,
  1024: 422,
  1025: 422,
  1026: 422,
  1109: 422,
  1110: 404,
  1111: 409,
  1112: 412,
  1113: 409,
  1114: 422,
  1115: 409,
};

describe('documented errors', () => {
  for (const row of ERROR_ROWS) {
    it(errorTitle(row), async () => {
      const reply = await row.provoke();
      const body = reply.body as Record<string, unknown>;
      expect(reply.status, reply.text).to.equal(row.status);
      expect(body).to.have.all.keys(...row.body);
      const text = body['msg'] ?? body['message'] ?? body['error'];
      expect(text, 'a text for people').to.be.a('string').that.is.not.empty;
      if (row.code !== null) expect(body).to.include({ [row.codeIn ?? 'error_code']: row.code });
    });
  }

  it('include every code of the document, with its status', () => {
    for (const [code, status] of Object.entries(DOCUMENTED)) {
      const rows = ERROR_ROWS.filter((row) => row.code === Number(code));
      expect(
        rows.map((row) => row.status),
        code,
      ).to.include(status);
    }
  });

  it('include every code of the service', () => {
    const known = Object.values(ERRORS).flatMap(({ code }) => (code === null ? [] : [code]));
    expect(ERROR_ROWS.map(({ code }) => code)).to.include.members(known);
  });
});
