// Changes, one call each. Many accounts may not write at all, whatever their token says: the answer is then a 401 with the
// reason, and a new token does not help.
import { toAmount, toMinor } from '../../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../../kernel/result.ts';
import type {
  AdsObject,
  AdsSession,
  AdsValues,
  AdsWrite,
  AdsWriteEnd,
  CallFailure,
  IncomingAnswer,
} from '../../../marketplace.ts';
import { decode } from '../wire.ts';
import { type AdsMeans, roasOf, statusOf } from './read.ts';
import * as requests from './requests.ts';
import { AdGroup, Campaign, Found } from './wire.ts';

/** Whether every write would be refused like this one: "User does not have permission to write". */
const isNoPermission = ({ kind, code, message }: CallFailure) =>
  kind === 'forbidden' ||
  (kind === 'unauthorized' && /permission|UnauthorizedException/i.test(`${code} ${message}`));

const shownStatus = (status: string | null): AdsValues => {
  const read = status === null ? null : statusOf(status);
  return read === 'ENABLED' || read === 'PAUSED' ? { status: read } : {};
};

function valuesOf(campaign: Campaign): AdsValues {
  const roasTarget = roasOf(campaign);
  return {
    ...shownStatus(campaign.status),
    ...(campaign.budget !== null && { dailyBudget: toMinor(campaign.budget) }),
    ...(roasTarget !== null && { roasTarget }),
    name: campaign.name,
  };
}

/** The values of a campaign or an ad group in an answer. */
function shownIn(
  { what }: AdsObject,
  answer: Result<IncomingAnswer, CallFailure>,
): Result<AdsValues, CallFailure> {
  if (what === 'campaign') {
    const read = decode(answer, Campaign, 'the campaign');
    return read.ok ? ok(valuesOf(read.value)) : read;
  }
  const read = decode(answer, AdGroup, 'the ad group');
  return read.ok ? ok(shownStatus(read.value.status)) : read;
}

const bodyOf = ({ status, dailyBudget, roasTarget, name }: AdsValues): requests.CampaignBody => ({
  ...(status && { status: status === 'ENABLED' ? 'active' : 'paused' }),
  ...(dailyBudget !== undefined && { budget: toAmount(dailyBudget) }),
  ...(roasTarget !== undefined && { roas_target: roasTarget / 100 }),
  ...(name !== undefined && { name }),
});

/** The first requested value that is not shown; null: none. */
const missing = (requested: AdsValues, shown: AdsValues): string | null =>
  (Object.keys(requested) as (keyof AdsValues)[]).find((name) => requested[name] !== shown[name]) ??
  null;

async function writeOne(
  { fetcher }: AdsMeans,
  session: AdsSession,
  { object, set }: AdsWrite,
): Promise<AdsWriteEnd> {
  const { what, id } = object;
  if (what !== 'campaign' && what !== 'adGroup')
    return {
      kind: 'rejected',
      code: 'not_supported',
      message: 'Mercado Livre changes campaigns and ad groups alone',
    };
  const call =
    what === 'campaign'
      ? requests.putCampaign(session, id, bodyOf(set))
      : requests.putAdGroup(session, id, bodyOf(set));
  const answer = shownIn(object, await fetcher(call));
  if (!answer.ok) {
    if (isNoPermission(answer.error))
      return { kind: 'not_permitted', message: answer.error.message };
    // The change was accepted, but its answer does not show the present values.
    if (answer.error.code === 'unreadable') return { kind: 'accepted' };
    return { kind: 'failed', failure: answer.error };
  }
  const other = missing(set, answer.value);
  return other === null
    ? { kind: 'applied' }
    : { kind: 'ignored', message: `Mercado Livre did not apply ${other}` };
}

/** Changes several things, one by one. */
export async function write(
  means: AdsMeans,
  session: AdsSession,
  writes: readonly AdsWrite[],
): Promise<Result<readonly AdsWriteEnd[], CallFailure>> {
  const ends: AdsWriteEnd[] = [];
  for (const one of writes) ends.push(await writeOne(means, session, one));
  return ok(ends);
}

/** The present values of a campaign or an ad group; null: Mercado Livre does not know it. */
export async function readOne(
  { fetcher }: AdsMeans,
  session: AdsSession,
  object: AdsObject,
): Promise<Result<AdsValues | null, CallFailure>> {
  const { what, id } = object;
  const call =
    what === 'campaign' ? requests.getCampaign(session, id) : requests.getAdGroup(session, id);
  const answer = shownIn(object, await fetcher(call));
  if (answer.ok) return answer;
  return answer.error.kind === 'not_found' ? ok(null) : answer;
}

/**
 * Whether the account may write: sets the present name of a campaign, of a paused one where there is one. Null: there is
 * no campaign.
 */
export async function probeWrites(
  { fetcher }: AdsMeans,
  session: AdsSession,
): Promise<Result<boolean | null, CallFailure>> {
  for (const filters of [{ 'filters[status]': 'paused' }, {}]) {
    const call = requests.searchCampaigns(session, 0, filters);
    const found = decode(await fetcher(call), Found, 'the campaigns');
    if (!found.ok) return found;
    const [campaign] = found.value.results.flatMap((entry) => Campaign.safeParse(entry).data ?? []);
    if (campaign === undefined) continue;
    const { id, name } = campaign;
    const put = decode(
      await fetcher(requests.putCampaign(session, id, { name })),
      Campaign,
      'the campaign',
    );
    if (put.ok || put.error.code === 'unreadable') return ok(true);
    return isNoPermission(put.error) ? ok(false) : fail(put.error);
  }
  return ok(null);
}
