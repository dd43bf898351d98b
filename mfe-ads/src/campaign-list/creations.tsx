import { getCreation, openCreations } from '@primazia/backend/ads/contract';
import { useLiveRefresh, useQueryCall, useTranslation } from '@primazia/kit';
import { Content, Heading, InlineAlert } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';

/** Campaigns that are being created: each with what it waits for. */
export function Creations() {
  const { t } = useTranslation();
  const { data } = useQueryCall(openCreations, { query: {} });
  useLiveRefresh(['campaigns'], [openCreations, getCreation]);
  if (data === undefined || data.length === 0) return null;
  return (
    <div className="campaigns__creations">
      {data.map(({ id, name, state, isAddition }) => {
        const words = isAddition ? 'addition' : 'creation';
        return (
          <InlineAlert key={id} variant={state === 'creating' ? 'info' : 'notice'}>
            <Heading level={2}>{t(`${words}.heading.${state}`)}</Heading>
            <Content>
              <Link to="/campanhas/nova" search={{ creation: id }}>
                {name}
              </Link>{' '}
              {t(`${words}.text.${state}`)}
            </Content>
          </InlineAlert>
        );
      })}
    </div>
  );
}
