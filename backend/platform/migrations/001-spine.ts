import { type Kysely, sql } from 'kysely';

// Rules of all tables (checked by platform/rls_test.ts):
// the company is a column of every row, every UNIQUE and every foreign key; policies are forced even on the owner,
// have a WITH CHECK, and read the transaction's settings through a sub-select, so that they are evaluated once.
// The application connects as `<database>_app`, which owns nothing and cannot bypass a policy.

/** Tables in which every row belongs to exactly one company. */
const COMPANY_TABLES = [
  'account',
  'account_credentials',
  'listing',
  'market_snapshot',
  'market',
  'rule',
  'rule_listing',
  'price_update',
  'listing_pricing',
  'notification',
  'notification_read',
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  // The driver prepares what it is given, and one statement at a time can be prepared.
  const run = async (text: string) => {
    for (const statement of text.split(/;\s*\n/)) {
      if (statement.trim() !== '') await sql.raw(statement).execute(db);
    }
  };
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;

  await run(`
    create function current_company() returns bigint language sql stable parallel safe
      return nullif(current_setting('app.company', true), '')::bigint;
    create function current_person() returns bigint language sql stable parallel safe
      return nullif(current_setting('app.person', true), '')::bigint;
    create function current_email() returns text language sql stable parallel safe
      return nullif(current_setting('app.email', true), '');
    create function current_seller() returns text language sql stable parallel safe
      return nullif(current_setting('app.seller', true), '');
    -- The session that a refresh token names.
    create function current_refresh() returns uuid language sql stable parallel safe
      return nullif(current_setting('app.refresh', true), '')::uuid;
    create function is_system() returns boolean language sql stable parallel safe
      return coalesce(current_setting('app.system', true), '') = 'on';

    create table company (
      id bigint generated always as identity primary key,
      name text not null check (length(name) between 1 and 120),
      country_code text not null default 'BR',
      stops_price_changes boolean not null default false,
      stale_market_hours integer not null default 24 check (stale_market_hours between 1 and 720),
      created_at timestamptz not null
    );

    create table person (
      id bigint generated always as identity primary key,
      email text not null check (email = lower(email)),
      name text not null,
      password_hash text not null,
      created_at timestamptz not null,
      unique (email)
    );

    create table membership (
      company_id bigint not null references company (id),
      person_id bigint not null references person (id),
      role text not null check (role in ('owner', 'manager', 'analyst')),
      primary key (company_id, person_id)
    );
    create index membership_person on membership (person_id);

    -- One family of refresh tokens: the hashes of the current and the previous one. A token contains its session,
    -- so that the reuse of an older one is detected as theft; the previous one is accepted for some seconds after
    -- rotated_at, since two tabs may renew at once.
    create table session (
      id uuid primary key,
      person_id bigint not null references person (id),
      company_id bigint references company (id),
      refresh_hash text not null unique,
      previous_hash text unique,
      created_at timestamptz not null,
      rotated_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz
    );
    create index session_person on session (person_id);

    create table account (
      id bigint generated always as identity primary key,
      company_id bigint not null references company (id),
      marketplace_id integer not null,
      seller_id text not null,
      name text not null,
      status text not null check (status in ('active', 'pending', 'inactive')),
      created_at timestamptz not null,
      last_synced_at timestamptz,
      unique (company_id, id),
      unique (company_id, marketplace_id, seller_id)
    );
    create index account_seller on account (marketplace_id, seller_id);

    create table account_credentials (
      account_id bigint primary key,
      company_id bigint not null,
      sealed bytea not null,
      expires_at timestamptz not null,
      updated_at timestamptz not null,
      foreign key (company_id, account_id) references account (company_id, id)
    );

    create table listing (
      id bigint generated always as identity primary key,
      company_id bigint not null,
      account_id bigint not null,
      marketplace_id integer not null,
      sku_marketplace text not null,
      sku text,
      title text not null,
      image_url text,
      link text,
      price bigint not null check (price > 0),
      shipping_price bigint not null check (shipping_price >= 0),
      currency_code text not null,
      country_code text not null,
      stock integer not null check (stock >= 0),
      status text not null,
      condition text not null,
      listing_type_id text,
      fulfillment boolean not null,
      promotion_status text not null,
      catalog_product_id text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (company_id, id),
      unique (company_id, account_id, sku_marketplace),
      foreign key (company_id, account_id) references account (company_id, id)
    );
    create index listing_title on listing (company_id, lower(title));

    create table market_snapshot (
      id bigint generated always as identity primary key,
      company_id bigint not null,
      listing_id bigint not null,
      observed_at timestamptz not null,
      own_price bigint not null,
      buybox_status text not null,
      winner_seller_id text,
      price_to_win bigint,
      reason text,
      offers jsonb not null,
      unique (company_id, id),
      foreign key (company_id, listing_id) references listing (company_id, id)
    );
    create index market_snapshot_listing on market_snapshot (company_id, listing_id, observed_at desc);

    -- The latest poll of each listing's market; every poll updates observed_at, but a snapshot is added only if
    -- something relevant changed.
    create table market (
      listing_id bigint primary key,
      company_id bigint not null,
      snapshot_id bigint not null,
      observed_at timestamptz not null,
      buybox_status text not null,
      fingerprint text not null,
      winner_name text,
      winner_price bigint,
      best_rival_price bigint,
      rivals integer not null,
      foreign key (company_id, listing_id) references listing (company_id, id),
      foreign key (company_id, snapshot_id) references market_snapshot (company_id, id)
    );
    create index market_status on market (company_id, buybox_status);
    create index market_age on market (company_id, observed_at);

    create table rule (
      id bigint generated always as identity primary key,
      company_id bigint not null references company (id),
      name text not null,
      origin text not null check (origin in ('own', 'group')),
      version integer not null check (version > 0),
      status text not null check (status in ('enabled', 'disabled', 'paused', 'archived')),
      min_price bigint check (min_price > 0),
      max_price bigint check (max_price > 0),
      settings jsonb not null,
      created_by bigint,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (min_price < max_price),
      unique (company_id, id)
    );
    create index rule_status on rule (company_id, status);

    -- The ads that a rule prices. An ad has one rule at most, archived ones apart.
    create table rule_listing (
      company_id bigint not null,
      rule_id bigint not null,
      listing_id bigint not null,
      primary key (company_id, listing_id),
      foreign key (company_id, rule_id) references rule (company_id, id),
      foreign key (company_id, listing_id) references listing (company_id, id)
    );
    create index rule_listing_rule on rule_listing (company_id, rule_id);

    create table price_update (
      id bigint generated always as identity primary key,
      company_id bigint not null,
      rule_id bigint not null,
      rule_version integer not null,
      listing_id bigint not null,
      snapshot_id bigint,
      state text not null check (state in
        ('pending', 'sent', 'applied', 'retry', 'rejected', 'error', 'canceled', 'undone')),
      -- The fence: every move counts it up in the statement that checks it.
      version integer not null default 1,
      -- The same at every attempt, so that a marketplace with idempotency keys sees one operation.
      operation_key uuid not null,
      event_type text not null,
      price_tag text not null,
      strategy text not null,
      old_price bigint not null check (old_price > 0),
      new_price bigint not null check (new_price > 0),
      min_price bigint,
      max_price bigint,
      safe_margin numeric(6, 3) not null,
      rival jsonb,
      ranking_type text not null,
      ranking_status text not null,
      regained_control boolean not null,
      explanation jsonb not null,
      currency_code text not null,
      country_code text not null,
      reverts bigint,
      decided_by bigint,
      attempts integer not null default 0,
      next_attempt_at timestamptz,
      -- Set before the call is sent; if it is still set on a 'sent' row, the answer is not known.
      calling_since timestamptz,
      failure jsonb,
      created_at timestamptz not null,
      moved_at timestamptz not null,
      unique (company_id, id),
      foreign key (company_id, rule_id) references rule (company_id, id),
      foreign key (company_id, listing_id) references listing (company_id, id),
      foreign key (company_id, snapshot_id) references market_snapshot (company_id, id),
      foreign key (company_id, reverts) references price_update (company_id, id)
    );
    -- At most one update of a listing is on its way, and at most one waits.
    create unique index price_update_in_flight on price_update (company_id, listing_id) where state = 'sent';
    create unique index price_update_waiting on price_update (company_id, listing_id)
      where state in ('pending', 'retry');
    create index price_update_rule on price_update (company_id, rule_id, created_at desc);
    create index price_update_company on price_update (company_id, created_at desc);
    create index price_update_listing on price_update (company_id, listing_id, created_at desc);
    create index price_update_state on price_update (company_id, state);
    create index price_update_reverts on price_update (company_id, reverts) where reverts is not null;

    -- The state of pricing for one listing.
    create table listing_pricing (
      listing_id bigint primary key,
      company_id bigint not null,
      last_set_price bigint,
      -- A price that a person cancelled or undid, and the market and rule in which it was proposed:
      -- it is not proposed again while both are the same.
      dismissed_price bigint,
      dismissed_fingerprint text,
      foreign key (company_id, listing_id) references listing (company_id, id)
    );

    create table notification (
      id bigint generated always as identity primary key,
      company_id bigint not null references company (id),
      level text not null,
      code text not null,
      values jsonb not null,
      -- The deduplication key: a notification of the same subject is added once.
      subject text not null,
      created_at timestamptz not null,
      unique (company_id, id),
      unique (company_id, subject)
    );
    create index notification_company on notification (company_id, id desc);

    create table notification_read (
      company_id bigint not null references company (id),
      person_id bigint not null references person (id),
      up_to bigint not null,
      primary key (company_id, person_id)
    );
  `);

  for (const table of COMPANY_TABLES) {
    await run(`
      alter table ${table} enable row level security;
      alter table ${table} force row level security;
      create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company()))
        with check (company_id = (select current_company()));
      grant select, insert, update, delete on ${table} to ${app};
    `);
  }

  // Users and companies are not rows of a company: each is visible to its owner.
  await run(`
    -- A webhook knows only the seller; it may read the ids of its accounts, and nothing else.
    create policy account_seller on account for select to ${app}
      using (marketplace_id::text || ':' || seller_id = (select current_seller()));

    alter table company enable row level security;
    alter table company force row level security;
    create policy company_own on company to ${app}
      using (id = (select current_company())) with check (id = (select current_company()));
    create policy company_of_person on company for select to ${app} using (exists (
      select from membership m where m.company_id = company.id and m.person_id = (select current_person())));
    create policy company_system on company for select to ${app} using ((select is_system()));
    grant select, update on company to ${app};

    alter table membership enable row level security;
    alter table membership force row level security;
    create policy membership_own on membership for select to ${app}
      using (person_id = (select current_person()) or company_id = (select current_company()));
    grant select on membership to ${app};

    alter table person enable row level security;
    alter table person force row level security;
    create policy person_own on person for select to ${app} using (
      id = (select current_person()) or email = (select current_email())
      or exists (select from membership m
        where m.person_id = person.id and m.company_id = (select current_company())));
    grant select on person to ${app};

    alter table session enable row level security;
    alter table session force row level security;
    create policy session_own on session to ${app}
      using (person_id = (select current_person()) or id = (select current_refresh()))
      with check (person_id = (select current_person()) or id = (select current_refresh()));
    grant select, insert, update on session to ${app};
  `);
}
