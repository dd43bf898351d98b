import type { AdGroup, AdTarget, Campaign } from '@primazia/backend/ads/contract';
import { MISSING, useFormat, useMayWrite, useTranslation } from '@primazia/kit';
import { ActionButton, DialogContainer, EditIcon, ScrollRegion, TwoLines } from '@primazia/kit/ui';
import { useState } from 'react';
import { BidDialog } from './bid-dialog.tsx';
import { ChangeDialog, type Changed, useChange } from './change-dialog.tsx';
import { AdStatusTag } from './status-tag.tsx';
import { useFigures } from './use-figures.ts';

interface GroupSectionProps {
  campaign: Campaign;
  group: AdGroup;
  /** False: changes are kept as suggestions. */
  writes: boolean;
  /** Whether the group can be paused. */
  canPause: boolean;
}

/** A group with what it advertises, and its targets with their bids. */
export function GroupSection({ campaign, group, writes, canPause }: GroupSectionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMayWrite();
  const [edited, setEdited] = useState<AdTarget | null>(null);
  const [changed, setChanged] = useState<Changed | null>(null);
  const { mutate, isPending } = useChange();
  const { name, status, defaultBid, ads, targets } = group;
  const next = status === 'ENABLED' ? 'PAUSED' : 'ENABLED';
  const isOpen = mayChange && canPause && (status === 'ENABLED' || status === 'PAUSED');
  const positive = targets.filter(({ isNegative }) => !isNegative);
  const negative = targets.filter(({ isNegative }) => isNegative);
  return (
    <section className="group" aria-label={name}>
      <h2>{name}</h2>
      <p className="campaign__line">
        <AdStatusTag status={status} />
        {defaultBid !== null && (
          <span>
            {t('group.default_bid', { bid: format.money(defaultBid, campaign.currencyCode) })}
          </span>
        )}
        <span>{t('group.ads', { count: ads.length })}</span>
        {isOpen && (
          <ActionButton
            isDisabled={isPending}
            aria-label={t(`group.to.${next}`, { name })}
            onPress={() =>
              mutate({
                params: { campaignId: campaign.id },
                body: { object: 'group', objectId: group.id, status: next },
              })
            }
          >
            {t(`change.to.${next}`)}
          </ActionButton>
        )}
      </p>
      <ul className="group__ads">
        {ads.map((ad) => (
          <li key={ad.id}>
            {ad.imageUrl !== null && <img src={ad.imageUrl} alt="" width={32} height={32} />}
            <TwoLines small={ad.skuMarketplace}>{ad.title ?? t('group.unknown_listing')}</TwoLines>
          </li>
        ))}
      </ul>
      {positive.length > 0 && (
        <ScrollRegion label={t('group.targets', { name })}>
          <table className="group__targets">
            <thead>
              <tr>
                <th scope="col">{t('target.column.text')}</th>
                <th scope="col">{t('campaigns.column.status')}</th>
                <th scope="col">{t('target.column.bid')}</th>
                <th scope="col">{t('target.column.decision')}</th>
                <th scope="col">{t('figure.clicks')}</th>
                <th scope="col">{t('figure.investment')}</th>
                <th scope="col">{t('figure.sales')}</th>
                <th scope="col">{t('figure.acos')}</th>
              </tr>
            </thead>
            <tbody>
              {positive.map((target) => (
                <TargetRow
                  key={target.id}
                  target={target}
                  currencyCode={campaign.currencyCode}
                  onEdit={() => setEdited(target)}
                  onChange={mayChange ? setChanged : null}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {negative.length > 0 && (
        <p>
          {t('group.negatives', { count: negative.length })}{' '}
          {negative.map(({ text }) => text).join(', ')}
        </p>
      )}
      <DialogContainer onDismiss={() => setEdited(null)}>
        {edited !== null && (
          <BidDialog campaignId={campaign.id} target={edited} onClose={() => setEdited(null)} />
        )}
      </DialogContainer>
      <DialogContainer onDismiss={() => setChanged(null)}>
        {changed !== null && (
          <ChangeDialog
            campaignId={campaign.id}
            currencyCode={campaign.currencyCode}
            changed={changed}
            writes={writes}
            onClose={() => setChanged(null)}
          />
        )}
      </DialogContainer>
    </section>
  );
}

interface TargetRowProps {
  target: AdTarget;
  currencyCode: string;
  onEdit: () => void;
  /** Null: it cannot be changed. */
  onChange: ((changed: Changed) => void) | null;
}

/** The label of a target: for a keyword its text. */
function useTargetName() {
  const { t } = useTranslation();
  return ({ kind, text }: AdTarget) => (kind === 'AUTO' ? t(`target.auto.${text}`) : text);
}

function TargetRow({ target, currencyCode, onEdit, onChange }: TargetRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const show = useFigures();
  const nameOf = useTargetName();
  const { status, kind, matchType, bid, hasOwnBid, figures, advice } = target;
  const match = kind === 'KEYWORD' || kind === 'PRODUCT' ? t(`target.match.${matchType}`) : '';
  const about = [t(`ads.target.${kind}`), match].filter(Boolean).join(', ');
  return (
    <tr>
      <th scope="row">
        <TwoLines small={about}>{nameOf(target)}</TwoLines>
      </th>
      <td>
        <AdStatusTag status={status} />
      </td>
      <td>
        {format.money(bid, currencyCode)}
        {!hasOwnBid && <span className="group__note">{t('target.by_default')}</span>}
        {onChange !== null && status !== 'ARCHIVED' && (
          <ActionButton
            isQuiet
            aria-label={t('change.title.bid', { name: nameOf(target) })}
            onPress={() =>
              onChange({
                object: 'target',
                objectId: target.id,
                field: 'bid',
                name: nameOf(target),
                amount: bid,
              })
            }
          >
            <EditIcon />
          </ActionButton>
        )}
      </td>
      <td>
        {advice.outcome === null ? (
          MISSING
        ) : (
          <span className="group__advice">
            <span>
              {t(`ads.outcome.${advice.outcome}`)}
              {advice.bid !== null && `: ${format.money(advice.bid, currencyCode)}`}
              {advice.bid === null && advice.wouldBe !== null && advice.wouldBe !== bid && (
                <span className="group__note">
                  {t('target.computed', { bid: format.money(advice.wouldBe, currencyCode) })}
                </span>
              )}
            </span>
            <ActionButton
              isQuiet
              onPress={onEdit}
              aria-label={t('target.why_of', { name: nameOf(target) })}
            >
              {t('target.why')}
            </ActionButton>
          </span>
        )}
      </td>
      <td>{format.integer(figures.clicks)}</td>
      <td>{format.money(figures.investment, currencyCode)}</td>
      <td>{format.integer(figures.sales)}</td>
      <td>{show.percent(figures.acos)}</td>
    </tr>
  );
}
