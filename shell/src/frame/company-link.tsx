import { companies } from '@primazia/backend/identity/contract';
import { useQueryCall, useSession, useTranslation } from '@primazia/kit';
import { BuildingIcon, ChevronDownIcon } from '@primazia/kit/ui';
import type { ReactNode } from 'react';
import { AppLink } from '../navigation/app-link.tsx';
import { remember } from '../navigation/search.ts';
import { usePath } from '../navigation/use-path.ts';

const HOUR = 3_600_000;

/** The open company, as a link to the others where the person has any. */
export function CompanyLink() {
  const { t } = useTranslation();
  const { companyName, companyId } = useSession();
  const { data } = useQueryCall(companies, {}, { staleTime: HOUR, enabled: companyId !== null });
  const name = (
    <>
      <BuildingIcon size="S" aria-hidden="true" />
      <span className="company-link-name">{companyName}</span>
    </>
  );
  if (data === undefined || data.companies.length < 2) {
    return <span className="company-link">{name}</span>;
  }
  return (
    <CompaniesLink label={t('header.switch_company', { company: companyName })}>
      {name}
      <ChevronDownIcon size="XS" aria-hidden="true" />
    </CompaniesLink>
  );
}

/** Leads to the same page in another company, without the query, which is about this one's rows. */
function CompaniesLink({ label, children }: { label: string; children: ReactNode }) {
  const path = usePath();
  return (
    <AppLink className="company-link" href={`/companies${remember(path).text}`} aria-label={label}>
      {children}
    </AppLink>
  );
}
