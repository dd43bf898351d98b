import '../styles/bell-settings.css';
import { Shown } from '@primazia/backend/kernel/bell';
import {
  type BellSettings,
  type BellSettingsAnswer,
  CATEGORIES,
  type CategorySettings,
  ABOUT_CATEGORIES as HINTS,
  MailEvery,
} from '@primazia/backend/notifications/contract';
import { useSession, useTranslation } from '@primazia/kit';
import { Checkbox, ErrorState, Item, Picker, Skeleton } from '@primazia/kit/ui';
import { useId } from 'react';
import { useTitle } from '../navigation/title.ts';
import { ownTimeZone, useBellSettings } from './use-bell-settings.ts';

interface PartProps {
  settings: BellSettingsAnswer;
  change: (part: Partial<BellSettings>) => void;
}

interface CategoryProps {
  category: CategorySettings;
  onChange: (choice: Partial<CategorySettings>) => void;
}

function Category({ category: { code, shown, mails }, onChange }: CategoryProps) {
  const { t } = useTranslation();
  const name = t(`${CATEGORIES}.${code}`);
  return (
    <li className="bell-choice">
      <div className="bell-choice-text">
        <h3 className="bell-choice-name">{name}</h3>
        <p className="bell-choice-about">{t(`${HINTS}.${code}`)}</p>
      </div>
      <div className="bell-choice-controls">
        <Picker
          aria-label={t('bell_settings.shown_label', { category: name })}
          selectedKey={shown}
          width="size-2400"
          onSelectionChange={(key) => onChange({ shown: Shown.parse(key) })}
        >
          {Shown.options.map((option) => (
            <Item key={option}>{t(`bell_settings.shown.${option}`)}</Item>
          ))}
        </Picker>
        <Checkbox
          aria-label={t('bell_settings.mails_label', { category: name })}
          isSelected={mails}
          onChange={(isSelected) => onChange({ mails: isSelected })}
        >
          {t('bell_settings.mails')}
        </Checkbox>
      </div>
    </li>
  );
}

function Categories({ settings, change }: PartProps) {
  const { t } = useTranslation();
  const { categories } = settings;
  const title = useId();
  return (
    <section className="bell-settings-part" aria-labelledby={title}>
      <h2 id={title} className="bell-settings-heading">
        {t('bell_settings.kinds')}
      </h2>
      <ul className="bell-choices">
        {categories.map((category) => (
          <Category
            key={category.code}
            category={category}
            onChange={(choice) =>
              change({
                categories: categories.map((one) =>
                  one.code === category.code ? { ...one, ...choice } : one,
                ),
              })
            }
          />
        ))}
      </ul>
    </section>
  );
}

/** The default of quiet hours. */
const NIGHT = { from: '22:00', until: '07:00' };

interface TimeProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function Time({ label, value, onChange }: TimeProps) {
  return (
    <label className="bell-time">
      <span>{label}</span>
      <input
        type="time"
        required
        value={value}
        // The value is empty while the time is incomplete.
        onChange={({ target }) => target.value !== '' && onChange(target.value)}
      />
    </label>
  );
}

function Quiet({ settings: { quiet }, change }: PartProps) {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section className="bell-settings-part" aria-labelledby={title}>
      <h2 id={title} className="bell-settings-heading">
        {t('bell_settings.quiet_title')}
      </h2>
      <div className="bell-card">
        <Checkbox
          isSelected={quiet !== null}
          onChange={(isSelected) => change({ quiet: isSelected ? NIGHT : null })}
        >
          {t('bell_settings.quiet')}
        </Checkbox>
        {quiet !== null && (
          <div className="bell-times">
            <Time
              label={t('bell_settings.from')}
              value={quiet.from}
              onChange={(from) => change({ quiet: { ...quiet, from } })}
            />
            <Time
              label={t('bell_settings.until')}
              value={quiet.until}
              onChange={(until) => change({ quiet: { ...quiet, until } })}
            />
          </div>
        )}
        <p className="bell-choice-about">
          {t('bell_settings.quiet_text')} {t('bell_settings.zone', { zone: ownTimeZone() })}
        </p>
      </div>
    </section>
  );
}

function MailPart({ settings: { mailEvery, canMail }, change }: PartProps) {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section className="bell-settings-part" aria-labelledby={title}>
      <h2 id={title} className="bell-settings-heading">
        {t('bell_settings.mail_title')}
      </h2>
      <div className="bell-card">
        <Picker
          label={t('bell_settings.mail_every')}
          selectedKey={mailEvery}
          width="size-3400"
          maxWidth="100%"
          onSelectionChange={(key) => change({ mailEvery: MailEvery.parse(key) })}
        >
          {MailEvery.options.map((every) => (
            <Item key={every}>{t(`bell_settings.every.${every}`)}</Item>
          ))}
        </Picker>
        {!canMail && <p className="bell-choice-about">{t('bell_settings.no_mail')}</p>}
      </div>
    </section>
  );
}

/** Which notifications a person wants, where, and when not. */
export function BellSettingsPage() {
  const { t } = useTranslation();
  const { companyName } = useSession();
  const { query, settings, isSaved, change } = useBellSettings();
  useTitle(t('bell_settings.title'));
  return (
    <div className="bell-settings-page">
      <header>
        <h1 className="bell-settings-title">{t('bell_settings.title')}</h1>
        <p className="bell-choice-about">{t('bell_settings.lead', { company: companyName })}</p>
        <p className="bell-settings-saved" role="status">
          {isSaved && t('bell_settings.saved')}
        </p>
      </header>
      {settings === undefined ? (
        query.error === null ? (
          <Skeleton rows={10} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <>
          <Categories settings={settings} change={change} />
          <Quiet settings={settings} change={change} />
          <MailPart settings={settings} change={change} />
        </>
      )}
    </div>
  );
}
