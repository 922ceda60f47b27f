import { contract, type Endpoint } from '../contract/index.ts';
import { machines } from '../domain/machines.ts';
import { fileNameOf, queryOf, registerContract } from './call.ts';
import { ApiError, toApiError } from './errors.ts';
import { createParser, type ServerEvent } from './events.ts';
import { failureNotice, isNoticeKey, type Outcome, successNotice } from './notices.ts';

const outcome = (changes: Partial<Outcome> = {}): Outcome => ({
  client: 'main',
  method: 'POST',
  language: 'en',
  ...changes,
});
const error = (statusCode: number, message?: string) =>
  new ApiError({ statusCode, ...(message ? { message } : {}) }, 'Network Error');

describe('notices of the main client (specification 8)', () => {
  test('a success that is not a GET says "data saved successfully" with the server’s message', () => {
    expect(successNotice(outcome(), 'Request PR2611-0004 created')).toEqual({
      type: 'success',
      title: 'Data saved successfully',
      detail: 'Request PR2611-0004 created',
      from: 'main',
    });
    expect(successNotice(outcome({ language: 'th' }), undefined)?.title).toBe('บันทึกข้อมูลสำเร็จ');
    expect(successNotice(outcome({ method: 'DELETE' }), undefined)?.title).toBe(
      'Data saved successfully',
    );
  });

  test('a GET, and a row that says none, say nothing', () => {
    expect(successNotice(outcome({ method: 'GET' }), 'x')).toBeNull();
    expect(successNotice(outcome({ notice: 'none' }), 'x')).toBeNull();
  });

  test('a row may say something of its own', () => {
    expect(successNotice(outcome({ notice: 'signedIn' }), undefined)?.title).toBe('Signed in');
  });

  test('failures say what the table says', () => {
    const said = (method: 'GET' | 'POST', failure: ApiError) => {
      const notice = failureNotice(outcome({ method }), failure);
      return notice ? [notice.title, notice.detail] : null;
    };
    expect(said('GET', error(401))).toEqual(['Please sign in again', 'Error']);
    expect(said('GET', error(401, 'Session ended'))).toEqual([
      'Please sign in again',
      'Session ended',
    ]);
    expect(said('GET', error(403))?.[0]).toBe('You have no right to access this data');
    expect(said('GET', error(500))?.[0]).toBe('Server error');
    expect(said('GET', error(0))).toEqual(['Cannot connect to server', 'Network Error']);
    expect(said('POST', error(422, 'Two fields are wrong'))).toEqual([
      'Error saving data',
      'Two fields are wrong',
    ]);
    expect(said('GET', error(404))).toBeNull();
  });

  test('a sentence of the server that the title says already is not said twice', () => {
    expect(failureNotice(outcome(), error(401, 'Please sign in again.'))).not.toHaveProperty(
      'detail',
    );
    const thai = failureNotice(outcome({ language: 'th' }), error(401, 'กรุณาเข้าสู่ระบบใหม่อีกครั้ง'));
    expect(thai).not.toHaveProperty('detail');
    expect(failureNotice(outcome(), error(403, 'You have no right to access this data.'))).toEqual({
      type: 'error',
      title: 'You have no right to access this data',
      from: 'main',
    });
  });

  test('other statuses may have a message of their own, or leave it to the page', () => {
    const failure = error(404);
    const inquire = outcome({ errorNotice: 'notYetFound' });
    expect(failureNotice(inquire, failure)?.title).toBe('Not yet found');
    expect(failureNotice(outcome({ errorNotice: 'none' }), failure)).toBeNull();
  });
});

describe('notices of the back-office client (specification 8)', () => {
  const backOffice = (changes: Partial<Outcome> = {}) =>
    outcome({ client: 'backOffice', ...changes });

  test('saved on post, put and patch; deleted on delete', () => {
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      expect(successNotice(backOffice({ method }), undefined)?.title).toBe(
        'Data saved successfully',
      );
    }
    expect(successNotice(backOffice({ method: 'DELETE' }), undefined)?.title).toBe(
      'Data deleted successfully',
    );
  });

  test('401 signs in again; other failures that are no GET are "action failed"', () => {
    expect(failureNotice(backOffice({ method: 'GET' }), error(401))?.title).toBe(
      'Please sign in again',
    );
    const failed = failureNotice(backOffice(), error(409));
    expect([failed?.title, failed?.detail]).toEqual(['Action failed', 'Unknown error']);
    expect(failureNotice(backOffice(), error(403, 'No'))?.detail).toBe('No');
    expect(failureNotice(backOffice({ method: 'GET' }), error(500))).toBeNull();
  });
});

test('every notice that the contract names has a text', () => {
  const named = Object.values<Endpoint>(contract).flatMap((row) => [row.notice, row.failureNotice]);
  const unknown = named.filter(
    (key) => typeof key === 'string' && !['none', 'default'].includes(key) && !isNoticeKey(key),
  );
  expect(unknown).toEqual([]);
});

test('a decision is told by its outcome, not by the call that carried it', () => {
  const noticeOf = (key: keyof typeof contract, body: object, status: string) => {
    const { notice } = contract[key] as Endpoint;
    return typeof notice === 'function'
      ? notice({ body: body as Record<string, unknown>, data: { status } })
      : notice;
  };
  const approve = { decision: 'approve' };
  expect(noticeOf('purchaseOrders.approve', approve, 'approved')).toBe('approved');
  expect(noticeOf('purchaseOrders.approve', { decision: 'reject' }, 'rejected')).toBe('rejected');
  expect(noticeOf('purchaseOrders.approve', approve, 'pending')).toBe('endorsed');
  expect(noticeOf('purchaseRequests.approve', {}, 'approved')).toBe('approved');
  expect(noticeOf('purchaseRequests.approve', {}, 'pending')).toBe('endorsed');
  expect(noticeOf('destructions.approve', {}, 'approved')).toBe('approved');
  expect(noticeOf('destructions.approve', {}, 'pending')).toBe('endorsed');
  expect(noticeOf('audits.setStatus', { status: 'approved' }, 'review')).toBe('endorsed');
  expect(noticeOf('audits.setStatus', { status: 'review' }, 'review')).toBe('statusChanged');
  expect(noticeOf('teamMoves.approving', { decision: 'reject' }, 'rejected')).toBe('rejected');
});

test('a decision that may be an endorsement never has a fixed notice', () => {
  // An action with a limit answers 200 with its status unchanged.
  const limited = machines.flatMap(({ page, actions }) =>
    Object.entries(actions)
      .filter(([, { limit }]) => limit !== undefined)
      .map(([action]) => ({ page, action })),
  );
  expect(limited.length).toBeGreaterThan(3);
  const fixed = Object.entries<Endpoint>(contract).filter(
    ([, { access, path, notice }]) =>
      typeof notice !== 'function' &&
      access.kind === 'ability' &&
      limited.some(
        ({ page, action }) =>
          path.endsWith(`/${action}`) && access.anyOf.some((one) => one.startsWith(`${page}:`)),
      ),
  );
  expect(fixed.map(([key]) => key)).toEqual([]);
});

test('an answer that is not the server’s own leaves its status', () => {
  const failure = toApiError(502, '<html>Bad gateway</html>', 'Request failed');
  expect(failure).toMatchObject({ statusCode: 502, code: 'UNKNOWN', fromServer: false });
});

test('a stream is read in whatever pieces it arrives', () => {
  const heard: ServerEvent[] = [];
  const parse = createParser((message) => heard.push(message));
  for (const piece of [
    'retry: 2000\n: welcome\n\nid: 7\nevent: tou',
    'ch\r\ndata: {"family":"users",',
    '\ndata: "id":"1"}\r',
    '\n\r\n: still here\n\nevent: x\ndata: not json\n\n',
  ]) {
    parse(piece);
  }
  expect(heard).toEqual([{ id: '7', event: 'touch', data: { family: 'users', id: '1' } }]);
});

test('queries follow the rules of their row', () => {
  registerContract(contract);
  expect(queryOf(contract['notifications.list'], { page: 2, filters: { read: false } })).toEqual({
    page: '2',
    read: 'false',
  });
  expect(queryOf(contract['savedViews.list'], { resource: 'parts' })).toEqual({
    resource: 'parts',
  });
});

test('file names come from the answer, in any language', () => {
  expect(fileNameOf("attachment; filename*=UTF-8''%E0%B9%83%E0%B8%9A.pdf", 'x')).toBe('ใบ.pdf');
  expect(fileNameOf('attachment; filename="a b.csv"', 'x')).toBe('a b.csv');
  expect(fileNameOf(undefined, 'fallback')).toBe('fallback');
});
