// Several changes of campaigns by one request.
import type { Locale } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import type { AdsChangeBody, BulkChange } from '../contract.ts';
import { changeAd } from './actions.ts';

/** Makes each change in a transaction of its own: a refused one does not affect the others. */
export async function changeAds(
  ctx: AppContext,
  actor: Actor,
  changes: readonly { campaignId: number; change: AdsChangeBody }[],
  locale: Locale,
): Promise<BulkChange[]> {
  const made: BulkChange[] = [];
  for (const { campaignId, change: body } of changes) {
    const of = { campaignId, objectId: body.objectId };
    try {
      const { id: changeId, state } = await changeAd(ctx, actor, campaignId, body);
      made.push({ ...of, changeId, state, code: null, text: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code } = error;
      made.push({ ...of, changeId: null, state: null, code, text: error.textIn(locale) });
    }
  }
  return made;
}
