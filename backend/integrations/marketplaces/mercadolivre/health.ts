import { fail, ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteHealth } from '../../marketplace.ts';
import { bearer, decode, inPath, Performance } from './wire.ts';

const isDone = ({ status }: { status: string | null }) => status === 'COMPLETED';

type Bucket = NonNullable<Performance['buckets'][number]>;
type Variable = Bucket['variables'][number];

/** The rules of a variable; a variable without rules counts as its own rule. */
function stepsOf(variable: Variable) {
  const name = variable.title ?? variable.key ?? '';
  if (variable.rules.length === 0)
    return [
      { code: variable.key ?? '', isDone: isDone(variable), description: name, message: null },
    ];
  return variable.rules.map((rule) => {
    const description = rule.wordings?.label ?? name;
    const message = rule.wordings?.title ?? null;
    return {
      code: rule.key ?? variable.key ?? '',
      isDone: isDone(rule),
      description,
      message: message === description ? null : message,
    };
  });
}

/** An answer about an item's performance. Its words are the marketplace's, in the site's language only. */
function readPerformance({ score, buckets }: Performance): RemoteHealth {
  return {
    score: score !== null && score >= 0 && score <= 100 ? Math.round(score) : null,
    categories: buckets.flatMap((bucket) =>
      bucket === null
        ? []
        : [
            {
              name: bucket.title ?? bucket.key ?? '',
              items: bucket.variables
                .flatMap(stepsOf)
                .filter(({ description }) => description !== ''),
            },
          ],
    ),
  };
}

/**
 * How good an item is, with what is done and what is missing. The resource's path has `item` in the singular.
 * @see https://developers.mercadolivre.com.br/pt_br/qualidade-das-publicacoes
 */
export async function getHealth(
  fetcher: Fetcher,
  session: AccountSession,
  id: string,
): Promise<Result<RemoteHealth, CallFailure>> {
  const answer = decode(
    await fetcher({
      method: 'GET',
      operation: 'getPerformance',
      path: `/item/${inPath(id)}/performance`,
      headers: bearer(session.accessToken),
      pace: session.sellerId,
      signal: session.signal,
    }),
    Performance,
    'the performance',
  );
  if (answer.ok) return ok(readPerformance(answer.value));
  // Some kinds of items are never measured, and new ones not yet.
  return answer.error.kind === 'not_found'
    ? ok({ score: null, categories: [] })
    : fail(answer.error);
}
