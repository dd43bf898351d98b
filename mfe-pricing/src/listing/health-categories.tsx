import type { HealthItem, ListingHealth } from '@primazia/backend/catalog/contract';
import { useTranslation } from '@primazia/kit';
import { AlertCircleIcon, CheckmarkCircleIcon, StatusTag } from '@primazia/kit/ui';
import { healthCategory, healthItem } from './words.ts';

/** What is missing comes first: people open the dialog for it. */
const missingFirst = (items: readonly HealthItem[]) =>
  items.toSorted((a, b) => Number(a.type) - Number(b.type));

/** Each part of a listing's health with what is done and what is missing. */
export function HealthCategories({ categories }: Pick<ListingHealth, 'categories'>) {
  const { t } = useTranslation();
  return categories.map(({ name, descriptions }) => {
    const done = descriptions.filter(({ type }) => type).length;
    return (
      <section key={name} className="health-category">
        <h3>
          {healthCategory(t, name)}
          <span className="muted">
            {t('listing.health.of', { completed: done, total: descriptions.length })}
          </span>
        </h3>
        <ul>
          {missingFirst(descriptions).map((item) => (
            <li key={`${item.code} ${item.description} ${item.message}`}>
              <StatusTag
                tone={item.type ? 'positive' : 'notice'}
                icon={item.type ? CheckmarkCircleIcon : AlertCircleIcon}
              >
                {t(item.type ? 'listing.health.done' : 'listing.health.missing')}
              </StatusTag>
              <div>
                <span>{healthItem(t, item)}</span>
                {item.message !== null && <p className="muted">{item.message}</p>}
              </div>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
