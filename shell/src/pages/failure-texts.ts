import { isUnfetched } from '@primazia/kit/remote';

/** The keys of the texts for a failed page. A chunk that did not load may be a matter of the network: it is not reported as a bug. */
export const failureTexts = (error: unknown) =>
  isUnfetched(error)
    ? { title: 'kit:states.error.title', text: 'kit:states.error.piece' }
    : { title: 'failure.title', text: 'failure.text' };
