import {
  type AdvertisableListing,
  advertisableListings,
  type CampaignDetails,
} from '@primazia/backend/ads/contract';
import { MISSING, useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  AlertDialog,
  BuyboxTag,
  Checkbox,
  DialogContainer,
  EmptyState,
  ErrorState,
  ScrollRegion,
  SearchField,
  Skeleton,
  TwoLines,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { type UseFormSetValue, useController, useWatch } from 'react-hook-form';
import { ExistingAds } from './existing.tsx';
import { faultIn, GroupFault } from './group-fault.tsx';
import type { WizardControl, WizardValues } from './values.ts';

interface FormProps {
  control: WizardControl;
  setValue: UseFormSetValue<WizardValues>;
}

interface AdsStepProps extends FormProps {
  marketplaceId: number;
  /** The campaign that is changed; absent: a new one. */
  edited?: CampaignDetails;
}

/** The ads of each group. */
export function AdsStep({ control, setValue, marketplaceId, edited }: AdsStepProps) {
  const { t } = useTranslation();
  const groups = useWatch({ control, name: 'groups' });
  const accountId = Number(useWatch({ control, name: 'accountId' }));
  const can = edited?.capabilities;
  return (
    <div className="wizard__fields">
      {can?.creates === false && <p>{t('edit.no_adding')}</p>}
      {groups.map(({ name }, at) => (
        <GroupAds
          // biome-ignore lint/suspicious/noArrayIndexKey: groups are neither added nor moved in this step
          key={at}
          at={at}
          name={name}
          control={control}
          setValue={setValue}
          accountId={accountId}
          marketplaceId={marketplaceId}
          campaignId={edited?.campaign.id ?? null}
          canAdd={can?.creates !== false}
          isFixed={can?.edits.includes('adStatus') === false}
        />
      ))}
    </div>
  );
}

interface GroupAdsProps extends FormProps {
  at: number;
  name: string;
  accountId: number;
  marketplaceId: number;
  /** The campaign that is changed: an ad in it does not move. */
  campaignId: number | null;
  canAdd: boolean;
  /** The ads that are there cannot be changed here. */
  isFixed: boolean;
}

const PAGE = 15;

function GroupAds(props: GroupAdsProps) {
  const { at, name, control, setValue, accountId, marketplaceId } = props;
  const { campaignId, canAdd, isFixed } = props;
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [toConfirm, setToConfirm] = useState<AdvertisableListing | null>(null);
  const { field, fieldState } = useController({ control, name: `groups.${at}.listingIds` });
  const moved = useWatch({ control, name: 'movedListingIds' });
  const existing = useWatch({ control, name: `groups.${at}.ads` });
  const { data, error, refetch } = useQueryCall(
    advertisableListings,
    { query: { accountId, page, limit: PAGE, ...(search !== '' && { search }) } },
    { enabled: canAdd },
  );
  const chosen: readonly number[] = field.value;
  const choose = (id: number) => field.onChange([...chosen, id]);
  const elsewhere = (campaigns: AdvertisableListing['campaigns']) =>
    campaigns.filter(({ id }) => id !== campaignId);
  const toggle = (listing: AdvertisableListing, isChosen: boolean) => {
    const { listingId, campaigns } = listing;
    if (!isChosen) field.onChange(chosen.filter((id) => id !== listingId));
    else if (elsewhere(campaigns).length > 0 && !moved.includes(listingId)) setToConfirm(listing);
    else choose(listingId);
  };
  const move = () => {
    if (toConfirm === null) return;
    setValue('movedListingIds', [...moved, toConfirm.listingId], { shouldDirty: true });
    choose(toConfirm.listingId);
    setToConfirm(null);
  };
  return (
    <fieldset className="wizard__group">
      <legend>{name}</legend>
      <ExistingAds base={`groups.${at}`} control={control} isFixed={isFixed} />
      <p className="wizard__count" role="status">
        {t('wizard.chosen', { count: chosen.length })}
      </p>
      <GroupFault message={faultIn(fieldState.error)} />
      {canAdd && (
        <SearchField
          label={t('wizard.search_ads', { name })}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(0);
          }}
          width="100%"
        />
      )}
      {canAdd &&
        data === undefined &&
        (error === null ? <Skeleton rows={5} /> : <ErrorState error={error} onRetry={refetch} />)}
      {data !== undefined && data.totalElements === 0 && (
        <EmptyState
          kind="nothing-found"
          title={t('wizard.no_ads')}
          text={t('wizard.no_ads_text')}
        />
      )}
      {data !== undefined && data.totalElements > 0 && (
        <>
          <Listings
            name={name}
            marketplaceId={marketplaceId}
            listings={data.content}
            chosen={chosen}
            there={existing.flatMap(({ listingId }) => listingId ?? [])}
            onToggle={toggle}
          />
          {data.totalPages > 1 && (
            <p className="wizard__pages">
              <ActionButton isDisabled={page === 0} onPress={() => setPage(page - 1)}>
                {t('wizard.pages.previous')}
              </ActionButton>
              <span>{t('wizard.pages.of', { page: page + 1, pages: data.totalPages })}</span>
              <ActionButton
                isDisabled={page >= data.totalPages - 1}
                onPress={() => setPage(page + 1)}
              >
                {t('wizard.pages.next')}
              </ActionButton>
            </p>
          )}
        </>
      )}
      <DialogContainer onDismiss={() => setToConfirm(null)}>
        {toConfirm !== null && (
          <AlertDialog
            title={t('wizard.move.title')}
            variant="confirmation"
            primaryActionLabel={t('wizard.move.confirm')}
            cancelLabel={t('change.keep')}
            onPrimaryAction={move}
            onCancel={() => setToConfirm(null)}
          >
            {t('wizard.move.text', {
              name: toConfirm.title,
              campaigns: elsewhere(toConfirm.campaigns)
                .map((one) => one.name)
                .join(', '),
            })}
          </AlertDialog>
        )}
      </DialogContainer>
    </fieldset>
  );
}

interface ListingsProps {
  name: string;
  marketplaceId: number;
  listings: readonly AdvertisableListing[];
  chosen: readonly number[];
  /** Those that the group has already. */
  there: readonly number[];
  onToggle: (listing: AdvertisableListing, isChosen: boolean) => void;
}

function Listings({ name, marketplaceId, listings, chosen, there, onToggle }: ListingsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ScrollRegion label={t('wizard.ads_of', { name })}>
      <table className="group__targets">
        <thead>
          <tr>
            <th scope="col">{t('wizard.column.ad')}</th>
            <th scope="col">{t('wizard.column.price')}</th>
            <th scope="col">{t('wizard.column.stock')}</th>
            <th scope="col">{t('wizard.column.buybox')}</th>
            <th scope="col">{t('wizard.column.health')}</th>
            <th scope="col">{t('wizard.column.break_even')}</th>
            <th scope="col">{t('wizard.column.campaigns')}</th>
          </tr>
        </thead>
        <tbody>
          {listings.map((listing) => (
            <tr key={listing.listingId}>
              <td>
                <Checkbox
                  isSelected={
                    chosen.includes(listing.listingId) || there.includes(listing.listingId)
                  }
                  isDisabled={there.includes(listing.listingId)}
                  onChange={(isChosen) => onToggle(listing, isChosen)}
                >
                  <TwoLines small={listing.skuMarketplace}>{listing.title}</TwoLines>
                </Checkbox>
              </td>
              <td>{format.money(listing.price, listing.currencyCode)}</td>
              <td>{listing.stock}</td>
              <td>
                <BuyboxTag status={listing.buyboxStatus} marketplaceId={marketplaceId} />
              </td>
              <td>{listing.healthScore ?? MISSING}</td>
              <td>
                {listing.breakEvenAcos === null
                  ? MISSING
                  : format.percent(listing.breakEvenAcos / 100)}
              </td>
              <td>{listing.campaigns.map((one) => one.name).join(', ') || MISSING}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
