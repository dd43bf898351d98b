import { isUnfetched } from '@primazia/kit/remote';

/** The keys of what is said of a page that failed. That a piece did not come may be the network's doing: it is no bug. */
export const failureTexts = (error: unknown) =>
  isUnfetched(error)
    ? { title: 'kit:states.error.title', text: 'kit:states.error.piece' }
    : { title: 'failure.title', text: 'failure.text' };
