// @rstest-environment happy-dom
import { fakeSession } from '@primazia/kit/testing';
import { describe, expect, it, rs } from '@rstest/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { followSession } from './follow-session.ts';

function stage(path = '/app/anuncios') {
  const session = fakeSession();
  const invalidate = rs.fn(async () => {});
  const restart = rs.fn(async () => {});
  const history = createMemoryHistory({ initialEntries: [path] });
  followSession(session, { invalidate, history }, { restart });
  return { session, invalidate, restart };
}
const settled = () => new Promise((done) => setTimeout(done));

describe('the page follows the session', () => {
  it('new tokens of the same person in the same company change nothing', async () => {
    const { session, invalidate, restart } = stage();
    session.token = 'renewed';
    session.expired = true;
    session.expired = false;
    await settled();
    expect(restart).not.toHaveBeenCalled();
    expect(invalidate).not.toHaveBeenCalled();
  });

  it('another company begins the modules again', async () => {
    const { session, restart } = stage();
    session.companyId = 8;
    await settled();
    expect(restart).toHaveBeenCalledTimes(1);
  });

  it('another person in the same company finds nothing of the one before', async () => {
    const { session, restart } = stage();
    Object.assign(session, { token: 'other', email: 'rui@example.test', name: 'Rui' });
    await settled();
    expect(restart).toHaveBeenCalledTimes(1);
  });

  it('another person and company at once begin them once', async () => {
    const { session, restart } = stage();
    Object.assign(session, { email: 'rui@example.test', companyId: 9 });
    await settled();
    expect(restart).toHaveBeenCalledTimes(1);
  });

  it('a person who signs out is led away, and is the same person when coming back', async () => {
    const { session, invalidate, restart } = stage();
    const { token, email, companyId } = session;
    Object.assign(session, { token: null, email: '', companyId: null });
    await settled();
    expect(invalidate).toHaveBeenCalled();
    restart.mockClear();
    Object.assign(session, { token, email, companyId });
    await settled();
    expect(restart).toHaveBeenCalledTimes(1);
  });

  it('on the login page no redirect happens: that page navigates itself', async () => {
    const { session, invalidate } = stage('/login');
    session.token = null;
    await settled();
    expect(invalidate).not.toHaveBeenCalled();
  });
});
