import * as z from 'zod';

export const PAGE_SIZES = [15, 30, 50, 100, 150, 200] as const;
export const DEFAULT_PAGE_SIZE = 15;

/** `page` counts from 0. Query values arrive as strings, hence the coercion. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(DEFAULT_PAGE_SIZE),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** The answer of every list call. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    totalElements: z.int(),
    totalPages: z.int(),
    size: z.int(),
    number: z.int(),
    numberOfElements: z.int(),
  });

export interface Page<T> {
  content: T[];
  totalElements: number;
  totalPages: number;
  size: number;
  number: number;
  numberOfElements: number;
}

/** One page of an answer. @param totalElements how many rows all pages have together */
export function toPage<T>(content: T[], totalElements: number, query: PageQuery): Page<T> {
  return {
    content,
    totalElements,
    totalPages: Math.ceil(totalElements / query.limit),
    size: query.limit,
    number: query.page,
    numberOfElements: content.length,
  };
}
