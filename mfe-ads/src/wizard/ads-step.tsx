import {
  type AdsAccount,
  type AdvertisableListing,
  advertisableListings,
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
import { faultIn, GroupFault } from './group-fault.tsx';
import type { WizardControl, WizardValues } from './values.ts';

interface FormProps {
  control: WizardControl;
  setValue: UseFormSetValue<WizardValues>;
}

interface AdsStepProps extends FormProps {
  accounts: readonly AdsAccount[];
}

/** The ads of each group. */
export function AdsStep({ control, setValue, accounts }: AdsStepProps) {
  const groups = useWatch({ control, name: 'groups' });
  const accountId = Number(useWatch({ control, name: 'accountId' }));
  const account = accounts.find((one) => one.accountId === accountId);
  return (
    <div className="wizard__fields">
      {groups.map(({ name }, at) => (
        <GroupAds
          // biome-ignore lint/suspicious/noArrayIndexKey: groups are neither added nor moved in this step
          key={at}
          at={at}
          name={name}
          control={control}
          setValue={setValue}
          accountId={accountId}
          marketplaceId={account?.marketplaceId ?? 0}
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
}

const PAGE = 15;

function GroupAds({ at, name, control, setValue, accountId, marketplaceId }: GroupAdsProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [asked, setAsked] = useState<AdvertisableListing | null>(null);
  const { field, fieldState } = useController({ control, name: `groups.${at}.listingIds` });
  const moved = useWatch({ control, name: 'movedListingIds' });
  const { data, error, refetch } = useQueryCall(advertisableListings, {
    query: { accountId, page, limit: PAGE, ...(search !== '' && { search }) },
  });
  const chosen: readonly number[] = field.value;
  const choose = (id: number) => field.onChange([...chosen, id]);
  const toggle = (listing: AdvertisableListing, isChosen: boolean) => {
    const { listingId, campaigns } = listing;
    if (!isChosen) field.onChange(chosen.filter((id) => id !== listingId));
    else if (campaigns.length > 0 && !moved.includes(listingId)) setAsked(listing);
    else choose(listingId);
  };
  const move = () => {
    if (asked === null) return;
    setValue('movedListingIds', [...moved, asked.listingId], { shouldDirty: true });
    choose(asked.listingId);
    setAsked(null);
  };
  return (
    <fieldset className="wizard__group">
      <legend>{name}</legend>
      <p className="wizard__count" role="status">
        {t('wizard.chosen', { count: chosen.length })}
      </p>
      <GroupFault message={faultIn(fieldState.error)} />
      <SearchField
        label={t('wizard.search_ads', { name })}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setPage(0);
        }}
        width="100%"
      />
      {data === undefined &&
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
      <DialogContainer onDismiss={() => setAsked(null)}>
        {asked !== null && (
          <AlertDialog
            title={t('wizard.move.title')}
            variant="confirmation"
            primaryActionLabel={t('wizard.move.confirm')}
            cancelLabel={t('change.keep')}
            onPrimaryAction={move}
            onCancel={() => setAsked(null)}
          >
            {t('wizard.move.text', {
              name: asked.title,
              campaigns: asked.campaigns.map((one) => one.name).join(', '),
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
  onToggle: (listing: AdvertisableListing, isChosen: boolean) => void;
}

function Listings({ name, marketplaceId, listings, chosen, onToggle }: ListingsProps) {
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
                  isSelected={chosen.includes(listing.listingId)}
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
