// Keywords, clauses and the negatives of both: what ads are shown for, and what they are not shown for.
import { toAmount } from '../../kernel/money.ts';
import { type AdsBook, type AdTarget, adIdOf } from '../world.ts';
import {
  archived,
  bidIn,
  dated,
  duplicate,
  type ElementError,
  type Entity,
  extended,
  fault,
  parentless,
  stateOf,
  textOf,
} from './entity.ts';

/** Why a campaign or a group does not accept such a target; null: it does. */
function setupFault(
  ads: AdsBook,
  campaignId: string,
  adGroupId: string | null,
  isKeyword: boolean,
): ElementError | null {
  const refuse = (reason: string) =>
    fault('targetingClauseSetupError', reason, 'The group takes no such target');
  if (ads.campaigns.get(campaignId)?.targetingType === 'AUTO')
    return refuse('TARGETING_TYPE_NOT_ALLOWED_FOR_AUTO_TARGETING_CAMPAIGN');
  const isOther = [...ads.targets.values()].some(
    (one) => one.adGroupId === adGroupId && !one.isNegative && (one.keyword !== null) !== isKeyword,
  );
  return isOther ? refuse('TYPE_CONFLICT_IN_AD_GROUP') : null;
}

interface TargetKind {
  path: string;
  list: string;
  one: string;
  id: string;
  media: string;
  wrapperId?: string;
  isKeyword: boolean;
  isNegative: boolean;
  isOfCampaign: boolean;
}

function targetEntity(kind: TargetKind): Entity {
  const { isKeyword, isNegative, isOfCampaign, ...names } = kind;
  const isOne = (target: AdTarget) =>
    (target.keyword !== null) === isKeyword &&
    target.isNegative === isNegative &&
    (target.adGroupId === null) === isOfCampaign;
  return {
    ...names,
    all: (book) => [...book.targets.values()].filter(isOne),
    idOf: ({ targetId }: AdTarget) => targetId,
    toWire: (target: AdTarget, isExtended) => ({
      [kind.id]: target.targetId,
      campaignId: target.campaignId,
      ...(target.adGroupId !== null && { adGroupId: target.adGroupId }),
      state: target.state,
      ...(target.bid !== null && { bid: toAmount(target.bid) }),
      ...(target.keyword !== null
        ? { keywordText: target.keyword.text, matchType: target.keyword.matchType }
        : {
            expression: target.expression,
            resolvedExpression: target.expression,
            expressionType: target.expression?.some(({ type }) => /_REL_|_RELATED/.test(type))
              ? 'AUTO'
              : 'MANUAL',
          }),
      ...(isExtended && {
        extendedData: { ...extended(target), servingStatus: 'TARGETING_CLAUSE_STATUS_LIVE' },
      }),
    }),
    create(world, given, at) {
      const { ads } = world;
      const adGroupId = isOfCampaign ? null : textOf(given.adGroupId);
      const campaignId = adGroupId
        ? ads.adGroups.get(adGroupId)?.campaignId
        : textOf(given.campaignId);
      if (campaignId === undefined || !ads.campaigns.has(campaignId)) return parentless;
      const refused = isNegative ? null : setupFault(ads, campaignId, adGroupId, isKeyword);
      if (refused !== null) return refused;
      const text = textOf(given.keywordText);
      const matchType = textOf(given.matchType);
      const isThere = [...ads.targets.values()].some(
        (one) =>
          isOne(one) &&
          one.adGroupId === adGroupId &&
          one.campaignId === campaignId &&
          one.state !== 'ARCHIVED' &&
          (isKeyword
            ? one.keyword?.text === text && one.keyword.matchType === matchType
            : JSON.stringify(one.expression) === JSON.stringify(given.expression)),
      );
      if (isThere) return duplicate;
      const bid = isNegative || given.bid === undefined ? null : bidIn(given.bid);
      if (bid !== null && typeof bid !== 'number') return bid;
      const about = isKeyword ? `${text}/${matchType}` : JSON.stringify(given.expression);
      return {
        entity: 'targets',
        value: {
          ...dated(at, given),
          targetId: adIdOf(`target/${campaignId}/${adGroupId}/${isNegative}/${about}/${at.now}`),
          campaignId,
          adGroupId,
          isNegative,
          keyword: isKeyword ? { text, matchType } : null,
          expression: isKeyword ? null : (given.expression as AdTarget['expression']),
          bid,
        },
      };
    },
    update(_world, target: AdTarget, given, at) {
      if (target.state === 'ARCHIVED') return archived;
      const bid = isNegative || given.bid === undefined ? target.bid : bidIn(given.bid);
      if (bid !== null && typeof bid !== 'number') return bid;
      const state = stateOf(given.state, target.state);
      return { entity: 'targets', value: { ...target, bid, state, updatedAt: at.now } };
    },
  };
}

const clauseMedia = (name: string) => `application/vnd.sp${name}.v3+json`;

export const TARGET_ENTITIES: readonly Entity[] = (
  [
    ['keywords', 'keyword', 'keywordId', 'Keyword', true, false, false],
    ['negativeKeywords', 'negativeKeyword', 'keywordId', 'NegativeKeyword', true, true, false],
    [
      'campaignNegativeKeywords',
      'campaignNegativeKeyword',
      'keywordId',
      'CampaignNegativeKeyword',
      true,
      true,
      true,
    ],
    ['targets', 'targetingClause', 'targetId', 'TargetingClause', false, false, false],
    [
      'negativeTargets',
      'negativeTargetingClause',
      'targetId',
      'NegativeTargetingClause',
      false,
      true,
      false,
    ],
  ] as const
).map(([path, one, id, media, isKeyword, isNegative, isOfCampaign]) =>
  targetEntity({
    path,
    list: isKeyword ? path : `${one}s`,
    one,
    id,
    media: clauseMedia(media),
    isKeyword,
    isNegative,
    isOfCampaign,
  }),
);
