// The port to a marketplace's advertising: what an account may do there, what it reads, and how a change can end.
import type {
  AdPlacement,
  AdsCapabilities,
  BiddingStrategy,
  CampaignStatus,
  CampaignType,
  ImpressionShares,
  KeywordMatch,
  TargetKind,
} from '../kernel/ads.ts';
import type { Minor } from '../kernel/money.ts';
import type { Result } from '../kernel/result.ts';
import type { CallFailure, Consent, Credentials, DayRange, Grant } from './calls.ts';

/** What a caller hands in: an authorised client of one advertiser. */
export interface AdsSession {
  advertiserId: string;
  /** The seller, as `Advertiser` names it, and the country in which the advertiser is. */
  sellerId: string;
  countryCode: string;
  accessToken: string;
  signal?: AbortSignal;
}

/** The identity under which a seller advertises in a country. */
export interface Advertiser {
  advertiserId: string;
  name: string;
  /** The seller whose listings it advertises, as `AuthorizedSeller` names the account. */
  sellerId: string;
  countryCode: string;
  currencyCode: string;
  /** IANA; days are counted by it. */
  timeZone: string;
  capabilities: AdsCapabilities;
}

export interface RemoteCampaign {
  campaignId: string;
  name: string;
  status: CampaignStatus;
  type: CampaignType;
  biddingStrategy: BiddingStrategy | null;
  placements: readonly { placement: AdPlacement; percent: number }[];
  dailyBudget: Minor;
  /** Hundredths; null: it has none. */
  roasTarget: number | null;
  /** Null: not reported. */
  shares: ImpressionShares | null;
  /** Days, YYYY-MM-DD, in the advertiser's time zone. */
  startDate: string | null;
  endDate: string | null;
  /** Why it is shown or not, in the marketplace's own word; null: not reported. */
  serving: string | null;
}

export interface RemoteAdGroup {
  adGroupId: string;
  campaignId: string;
  name: string;
  status: CampaignStatus;
  /** Null: there are no bids. */
  defaultBid: Minor | null;
}

export interface RemoteAd {
  adId: string;
  campaignId: string;
  adGroupId: string;
  skuMarketplace: string;
  status: CampaignStatus;
  serving: string | null;
}

export interface RemoteTarget {
  targetId: string;
  campaignId: string;
  /** Null: a negative of the whole campaign. */
  adGroupId: string | null;
  kind: TargetKind;
  isNegative: boolean;
  /** EXACT, PHRASE or BROAD of a keyword, EXACT or EXPANDED of a product, else the marketplace's own name of the group. */
  matchType: string;
  /** The keyword, the product's id, the category with its refinements; of an automatic group its name. */
  text: string;
  status: CampaignStatus;
  /** Null: the default bid of its group. */
  bid: Minor | null;
}

/** A page of what an advertiser has; each kind comes after what it belongs to. */
export type AdsPart =
  | { kind: 'campaigns'; items: readonly RemoteCampaign[] }
  | { kind: 'adGroups'; items: readonly RemoteAdGroup[] }
  | { kind: 'ads'; items: readonly RemoteAd[] }
  | { kind: 'targets'; items: readonly RemoteTarget[] };

/** What is reported by day: of whole campaigns, or of each target. */
export type AdsReport = 'campaigns' | 'targets';

/** The results of one day's clicks, as far as they are known now. */
export interface RemoteAdDay {
  /** YYYY-MM-DD, of the click. */
  day: string;
  campaignId: string;
  /** Null: of the whole campaign. */
  targetId: string | null;
  impressions: number;
  clicks: number;
  cost: Minor;
  orders: number;
  units: number;
  sales: Minor;
}

export type ReportState =
  | { state: 'pending' }
  | { state: 'failed'; message: string }
  | { state: 'done'; rows: AsyncIterable<readonly RemoteAdDay[]> };

/** A thing that can be changed. */
export type AdsObject =
  | { what: 'campaign'; id: string }
  | { what: 'adGroup'; id: string }
  | { what: 'ad'; id: string }
  | { what: 'target'; id: string; isKeyword: boolean; isNegative: boolean };

/** What is changed of it; what is left out stays. */
export interface AdsValues {
  status?: 'ENABLED' | 'PAUSED';
  dailyBudget?: Minor;
  bid?: Minor;
  /** Hundredths. */
  roasTarget?: number;
  /** YYYY-MM-DD; null: no end. */
  endDate?: string | null;
  /** Of a campaign or an ad group. */
  name?: string;
  startDate?: string;
  biddingStrategy?: BiddingStrategy;
  /** All of them, as `placementsText` writes them. */
  placements?: string;
}

export interface AdsWrite {
  object: AdsObject;
  set: AdsValues;
}

/** How one of several writes ended. Only `applied` means that the marketplace shows the values. */
export type AdsWriteEnd =
  | { kind: 'applied' }
  /** Accepted, but the answer does not show the present values: read back. */
  | { kind: 'accepted' }
  /** Accepted without an error, yet the marketplace shows other values. */
  | { kind: 'ignored'; message: string }
  /** The account may not write anything: a person has to make the change at the marketplace. */
  | { kind: 'not_permitted'; message: string }
  /** For good: the same would be refused again. */
  | { kind: 'rejected'; code: string; message: string }
  /** For now; whether it happened has to be looked up. */
  | { kind: 'failed'; failure: CallFailure };

/** A range whose ends may be open. */
export interface OpenRange {
  from: number | null;
  to: number | null;
}

/** What a new target aims at. */
export type Aim =
  | { kind: 'KEYWORD'; text: string; matchType: KeywordMatch }
  | { kind: 'PRODUCT'; productId: string; isExpanded: boolean }
  | {
      kind: 'CATEGORY';
      categoryId: string;
      /** The marketplace's id of a brand; null: all. */
      brandId: string | null;
      /** In minor units. */
      price: OpenRange;
      /** Stars. */
      rating: OpenRange;
      fastShippingOnly: boolean;
    };

/** Something to create; what it belongs to is named by the marketplace's ids. */
export type NewAdsObject =
  | {
      what: 'campaign';
      name: string;
      status: 'ENABLED' | 'PAUSED';
      type: 'automatic' | 'manual';
      biddingStrategy: BiddingStrategy;
      placements: RemoteCampaign['placements'];
      dailyBudget: Minor;
      /** Days, YYYY-MM-DD, in the advertiser's time zone. */
      startDate: string;
      endDate: string | null;
    }
  | { what: 'adGroup'; campaignId: string; name: string; defaultBid: Minor }
  | { what: 'ad'; campaignId: string; adGroupId: string; skuMarketplace: string }
  | {
      what: 'target';
      campaignId: string;
      adGroupId: string;
      isNegative: boolean;
      /** Null: the default bid of its group. */
      bid: Minor | null;
      aim: Aim;
    };

/** How the creation of one of several things ended. */
export type AdsCreateEnd =
  /** @property differs the field that differs from the request; null: none that the marketplace shows */
  | { kind: 'created'; id: string; differs: string | null }
  /** For good: the same would be refused again. */
  | { kind: 'rejected'; code: string; message: string; isDuplicate: boolean }
  /** For now; whether it happened has to be looked up. */
  | { kind: 'failed'; failure: CallFailure };

/** The advertising of a marketplace, as its folder implements it. */
export interface AdsChannel {
  /** How the seller authorizes advertising; absent: the account's own authorization opens it. */
  consent?: Consent;
  /** Exchanges an authorisation code. Absent together with `consent`. */
  authorize?(grant: Grant, signal?: AbortSignal): Promise<Result<Credentials, CallFailure>>;
  refresh?(
    credentials: Credentials,
    signal?: AbortSignal,
  ): Promise<Result<Credentials, CallFailure>>;
  /** The advertisers that a token opens, with what each can do, as the marketplace reports it. */
  getAdvertisers(
    session: Pick<AdsSession, 'sellerId' | 'accessToken' | 'signal'>,
  ): Promise<Result<readonly Advertiser[], CallFailure>>;
  /**
   * Whether the account may write, where only a write without an effect shows it; null: there is nothing to write to.
   * Absent: `getAdvertisers` reports it.
   */
  probeWrites?(session: AdsSession): Promise<Result<boolean | null, CallFailure>>;
  /** The page on which the seller changes a campaign. Absent: none is known. */
  pageOf?(countryCode: string, campaignId: string): string | null;
  /** The reports by day that it has. */
  reports: readonly AdsReport[];
  /** All that an advertiser has, page by page. */
  readAll(session: AdsSession): AsyncIterable<Result<AdsPart, CallFailure>>;
  /** Requests a report; one that is already being made is reused. @returns its id */
  requestReport(
    session: AdsSession,
    report: AdsReport,
    days: DayRange,
  ): Promise<Result<string, CallFailure>>;
  getReport(
    session: AdsSession,
    report: AdsReport,
    reportId: string,
  ): Promise<Result<ReportState, CallFailure>>;
  /** Changes several things; one outcome for each, in their order. It fails only where the failure holds for all of them. */
  write(
    session: AdsSession,
    writes: readonly AdsWrite[],
  ): Promise<Result<readonly AdsWriteEnd[], CallFailure>>;
  /** The present values of a thing; null: it does not exist. */
  readOne(session: AdsSession, object: AdsObject): Promise<Result<AdsValues | null, CallFailure>>;
  /** Creates several things of one kind; one outcome for each, in their order. Absent: campaigns cannot be created. */
  create?(
    session: AdsSession,
    objects: readonly NewAdsObject[],
  ): Promise<Result<readonly AdsCreateEnd[], CallFailure>>;
  /**
   * Finds what was created of several things of one kind, by what is unique of each: a campaign's name, a group's name in
   * its campaign, a SKU or a target in its group. Null: it is not there. Absent together with `create`.
   */
  findCreated?(
    session: AdsSession,
    objects: readonly NewAdsObject[],
  ): Promise<Result<readonly (Extract<AdsCreateEnd, { kind: 'created' }> | null)[], CallFailure>>;
}
