import { type AdsCapabilities, EditableField } from '../../../../kernel/ads.ts';
import { toMinor } from '../../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../../kernel/result.ts';
import { accountIn } from '../../../../kernel/seller.ts';
import { failure } from '../../../answers.ts';
import type {
  AdsChannel,
  Advertiser,
  CallFailure,
  Credentials,
  Grant,
} from '../../../marketplace.ts';
import { create, findCreated } from './create.ts';
import { readAll } from './read.ts';
import { getReport, type ReportMeans, requestReport } from './reports.ts';
import { getProfiles } from './requests.ts';
import { decode, type Profile, Profiles } from './wire.ts';
import { readOne, write } from './write.ts';

export interface ChannelMeans extends ReportMeans {
  /** Any grant of Login with Amazon. */
  login(
    form: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<
    Result<{ accessToken: string; refreshToken: string | null; expiresAt: Date }, CallFailure>
  >;
  redirectUri: string;
  /** The country of accounts that name none; and the stores, by Amazon's ids. */
  homeCountry: string;
}

/** Bids and daily budgets. @see https://advertising.amazon.com/API/docs/en-us/reference/concepts/limits */
const LIMITS: Readonly<Record<string, { bid: [number, number]; budget: [number, number] }>> = {
  BR: { bid: [0.07, 3_700], budget: [1.32, 5_300_000] },
  US: { bid: [0.02, 1_000], budget: [1, 1_000_000] },
  CA: { bid: [0.02, 1_000], budget: [1, 1_000_000] },
  MX: { bid: [0.1, 20_000], budget: [1, 21_000_000] },
};

const rangeOf = ([minimum, maximum]: [number, number] | undefined = [0.01, 1_000]) => ({
  minimum: toMinor(minimum),
  maximum: toMinor(maximum),
});

const capabilitiesOf = ({ countryCode }: Profile, writes: boolean): AdsCapabilities => ({
  writes,
  creates: writes,
  keywords: true,
  negatives: true,
  placements: true,
  searchTerms: true,
  bid: rangeOf(LIMITS[countryCode]?.bid),
  dailyBudget: rangeOf(LIMITS[countryCode]?.budget),
  roasTarget: null,
  endDate: true,
  edits: EditableField.options,
});

const noRefreshToken = failure('invalid', 'no_refresh_token', 'The grant brought no refresh token');

/** Amazon Ads behind the port: Sponsored Products, version 3. An advertiser is a profile there. */
export function createAdsChannel(means: ChannelMeans): AdsChannel {
  const credentialsOf = async (
    form: Record<string, string>,
    before: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Result<Credentials, CallFailure>> => {
    const granted = await means.login(form, signal);
    if (!granted.ok) return granted;
    const refreshToken = granted.value.refreshToken ?? before;
    if (refreshToken === null) return fail(noRefreshToken);
    return ok({ ...granted.value, refreshToken, refreshEndsAt: null });
  };

  return {
    authorize: ({ code }: Grant, signal) =>
      credentialsOf(
        { grant_type: 'authorization_code', code, redirect_uri: means.redirectUri },
        null,
        signal,
      ),
    refresh: ({ refreshToken }, signal) =>
      credentialsOf(
        { grant_type: 'refresh_token', refresh_token: refreshToken },
        refreshToken,
        signal,
      ),
    async getAdvertisers(session) {
      const ask = async (level: 'view' | 'edit') =>
        decode(
          await means.api(getProfiles(means.client, session, level)),
          Profiles,
          'the profiles',
        );
      const [seen, edited] = [await ask('view'), await ask('edit')];
      if (!seen.ok) return seen;
      if (!edited.ok) return edited;
      const mayEdit = new Set(edited.value.map(({ profileId }) => profileId));
      return ok(
        seen.value
          .filter(({ accountInfo }) => accountInfo.type === 'seller')
          .map((profile): Advertiser => {
            const { profileId, countryCode, currencyCode, timezone, accountInfo } = profile;
            const { id, name } = accountInfo;
            return {
              advertiserId: profileId,
              name: name ?? id,
              sellerId: countryCode === means.homeCountry ? id : accountIn(id, countryCode),
              countryCode,
              currencyCode,
              timeZone: timezone,
              capabilities: capabilitiesOf(profile, mayEdit.has(profileId)),
            };
          }),
      );
    },
    reports: ['campaigns', 'targets'],
    readAll: (session) => readAll(means, session),
    requestReport: (session, report, days) => requestReport(means, session, report, days),
    getReport: (session, report, id) => getReport(means, session, report, id),
    write: (session, writes) => write(means, session, writes),
    readOne: (session, object) => readOne(means, session, object),
    create: (session, objects) => create(means, session, objects),
    findCreated: (session, objects) => findCreated(means, session, objects),
  };
}
