// What Amazon Ads answers, read tolerantly: the fields that are needed, whatever else there is.
import * as z from 'zod';
import { decoder } from '../../../answers.ts';
import type { CallFailure } from '../../../marketplace.ts';

const maybe = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);
/** Ids are texts; some operations give them as numbers. */
const Id = z.union([z.string().min(1), z.int().transform(String)]);
const Text = z.string();
const Extended = maybe(z.object({ servingStatus: maybe(Text) }));

export const Profiles = z.array(
  z.object({
    profileId: Id,
    countryCode: Text,
    currencyCode: Text,
    timezone: Text,
    accountInfo: z.object({
      marketplaceStringId: maybe(Text),
      id: Text,
      type: Text,
      name: maybe(Text),
    }),
  }),
);
export type Profile = z.infer<typeof Profiles>[number];

export const Campaign = z.object({
  campaignId: Id,
  name: Text,
  state: Text,
  targetingType: maybe(Text),
  startDate: maybe(Text),
  endDate: maybe(Text),
  budget: z.object({ budget: z.number() }),
  dynamicBidding: maybe(
    z.object({
      strategy: maybe(Text),
      placementBidding: maybe(z.array(z.object({ placement: Text, percentage: z.number() }))),
    }),
  ),
  extendedData: Extended,
});

export const AdGroup = z.object({
  adGroupId: Id,
  campaignId: Id,
  name: Text,
  state: Text,
  defaultBid: z.number(),
  extendedData: Extended,
});

export const ProductAd = z.object({
  adId: Id,
  campaignId: Id,
  adGroupId: Id,
  sku: maybe(Text),
  asin: maybe(Text),
  state: Text,
  extendedData: Extended,
});

export const Keyword = z.object({
  keywordId: Id,
  campaignId: Id,
  adGroupId: maybe(Id),
  keywordText: Text,
  matchType: Text,
  state: Text,
  bid: maybe(z.number()),
});

export const Clause = z.object({
  targetId: Id,
  campaignId: Id,
  adGroupId: maybe(Id),
  expression: z.array(z.object({ type: Text, value: maybe(Text) })),
  state: Text,
  bid: maybe(z.number()),
});

/** A page of a list: its entries are parsed one by one, so that an invalid one hides no other. */
export const pageOf = (list: string) =>
  z.object({ [list]: maybe(z.array(z.unknown())), nextToken: maybe(Text) });

const ErrorValue = z.record(
  z.string(),
  z.object({ reason: maybe(Text), message: maybe(Text) }).catch({ reason: null, message: null }),
);
const ElementErrors = z.object({
  index: z.int(),
  errors: z.array(z.object({ errorType: maybe(Text), errorValue: ErrorValue.catch({}) })).catch([]),
});
export type ElementErrors = z.infer<typeof ElementErrors>;

/** Each element that was written is in exactly one of the two lists, by its place. */
export const writtenOf = (list: string) =>
  z.object({
    [list]: z.object({
      success: z
        .array(z.looseObject({ index: z.int() }))
        .nullish()
        .transform((all) => all ?? []),
      error: z
        .array(ElementErrors)
        .nullish()
        .transform((all) => all ?? []),
    }),
  });

export const Report = z.object({
  reportId: Text,
  status: Text,
  url: maybe(Text),
  failureReason: maybe(Text),
});

export const ReportRow = z.object({
  date: z.string(),
  campaignId: Id,
  keywordId: maybe(Id),
  impressions: z.number(),
  clicks: z.number(),
  cost: z.number(),
  purchases7d: maybe(z.number()),
  unitsSoldClicks7d: maybe(z.number()),
  sales7d: maybe(z.number()),
});

/** The id of the report that is already being made, as a refused request names it. */
export const duplicateOf = ({ message }: CallFailure): string | null =>
  /duplicate of\s*:?\s*(\S+)/i.exec(message)?.[1] ?? null;

const ErrorBody = z.object({
  code: maybe(z.union([z.string(), z.number().transform(String)])),
  message: maybe(Text),
  details: maybe(Text),
  detail: maybe(Text),
  error: maybe(Text),
  error_description: maybe(Text),
});

/** The failure of an answer with Amazon's own code and words, where it has them. */
export function refine(failure: CallFailure, body: unknown): CallFailure {
  const read = ErrorBody.safeParse(body);
  if (!read.success) return failure;
  const { code, message, details, detail, error, error_description } = read.data;
  const words = message ?? details ?? detail ?? error_description;
  return { ...failure, code: code ?? error ?? failure.code, message: words ?? failure.message };
}

export const decode = decoder(refine);

/** Why an element was refused: the reason, which Amazon's catalogue of errors lists, and Amazon's words. */
export function reasonOf({ errors: [first] }: ElementErrors): { code: string; message: string } {
  const [value] = Object.values(first?.errorValue ?? {});
  const code = value?.reason ?? first?.errorType ?? 'otherError';
  return { code, message: value?.message ?? code };
}
