import { type Kysely, sql } from 'kysely';

// Only adds: the previous version reads and writes sessions and users as before.

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = async (text: string) => {
    for (const statement of text.split(/;\s*\n/)) {
      if (statement.trim() !== '') await sql.raw(statement).execute(db);
    }
  };
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;

  await run(`
    -- The host key that a foreign token names.
    create function current_host() returns text language sql stable parallel safe
      return nullif(current_setting('app.host', true), '');

    alter table person add column must_change_password boolean not null default false;

    -- The key with which a host signs tokens for users of one company. The kid is random, so that it identifies one
    -- company; it has no unique constraint, since that would reveal other companies' keys.
    create table host (
      company_id bigint not null references company (id),
      id bigint generated always as identity,
      issuer text not null,
      kid text not null,
      public_key jsonb not null,
      modules jsonb,
      created_at timestamptz not null,
      revoked_at timestamptz,
      primary key (company_id, id)
    );
    create index host_kid on host (kid);

    -- Each token of a host works once: what was taken is kept until it would be refused as outdated.
    create table host_token (
      company_id bigint not null,
      host_id bigint not null,
      jti text not null,
      expires_at timestamptz not null,
      primary key (company_id, host_id, jti),
      foreign key (company_id, host_id) references host (company_id, id)
    );
    create index host_token_end on host_token (company_id, expires_at);

    -- A session started by a host: it is limited to the host's company, and to one module if the token says so.
    alter table session add column host_id bigint;
    alter table session add column module text;
    alter table session add constraint session_host
      foreign key (company_id, host_id) references host (company_id, id) not valid;
    alter table session validate constraint session_host;
    create index session_expires on session (expires_at);
    create index session_ended on session (ended_at) where ended_at is not null;

    -- The one link that is good for setting a person's password: a newer one takes its place.
    create table password_link (
      person_id bigint primary key references person (id),
      token_hash text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );

    -- What failed lately, by whom (an account, an address, both), as hashes; and which pairs are known to be good.
    create table attempt (
      key text primary key,
      failures integer not null check (failures >= 0),
      last_at timestamptz not null,
      succeeded_at timestamptz
    );
    create index attempt_last on attempt (last_at);

    create table audit_log (
      company_id bigint not null references company (id),
      at timestamptz not null,
      id bigint generated always as identity,
      person_id bigint,
      -- The name at that time: users who left the company are no longer visible to it.
      person_name text,
      action text not null,
      subject text,
      values jsonb not null,
      primary key (company_id, at, id)
    );
    create index audit_log_person on audit_log (company_id, person_id, at desc);
    create index audit_log_action on audit_log (company_id, action, at desc);
  `);

  for (const table of ['host', 'host_token', 'audit_log']) {
    await run(`
      alter table ${table} enable row level security;
      alter table ${table} force row level security;
      create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company()))
        with check (company_id = (select current_company()));
    `);
  }

  await run(`
    grant select, insert on host to ${app};
    grant update (revoked_at) on host to ${app};
    -- A host's token arrives before authentication: the key that it names makes its one row visible, for verification.
    create policy host_named on host for select to ${app} using (kid = (select current_host()));
    grant select, insert, delete on host_token to ${app};

    -- The writing role may not update or delete.
    grant select, insert on audit_log to ${app};
    -- An action on the own account is recorded in every company of the user.
    create policy audit_log_of_person on audit_log for insert to ${app} with check (
      person_id = (select current_person()) and exists (select from membership m
        where m.company_id = audit_log.company_id and m.person_id = (select current_person())));

    alter table password_link enable row level security;
    alter table password_link force row level security;
    create policy password_link_own on password_link to ${app}
      using (person_id = (select current_person())) with check (person_id = (select current_person()));
    create policy password_link_over on password_link for delete to ${app} using ((select is_system()));
    create policy password_link_seen on password_link for select to ${app} using ((select is_system()));
    grant select, insert, update, delete on password_link to ${app};

    alter table attempt enable row level security;
    alter table attempt force row level security;
    create policy attempt_system on attempt to ${app}
      using ((select is_system())) with check ((select is_system()));
    grant select, insert, update, delete on attempt to ${app};

    -- A user may change the own password; an action on an e-mail may create the user with it.
    create policy person_self on person for update to ${app}
      using (id = (select current_person())) with check (id = (select current_person()));
    grant update (password_hash, must_change_password) on person to ${app};
    create policy person_new on person for insert to ${app} with check (email = (select current_email()));
    grant insert on person to ${app};

    create policy membership_added on membership for insert to ${app}
      with check (company_id = (select current_company()));
    create policy membership_changed on membership for update to ${app}
      using (company_id = (select current_company())) with check (company_id = (select current_company()));
    create policy membership_removed on membership for delete to ${app}
      using (company_id = (select current_company()));
    grant insert, delete on membership to ${app};
    grant update (role) on membership to ${app};

    -- Sessions that are over are swept away, whosever they were.
    create policy session_over on session for delete to ${app} using ((select is_system()));
    create policy session_seen on session for select to ${app} using ((select is_system()));
    grant delete on session to ${app};
  `);
}

/** Drops what only the newer version used: hosts, password links, throttles, the audit log. */
export async function down(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  const statements = [
    'drop policy session_over on session',
    'drop policy session_seen on session',
    `revoke delete on session from ${app}`,
    'drop policy membership_added on membership',
    'drop policy membership_changed on membership',
    'drop policy membership_removed on membership',
    `revoke insert, delete, update (role) on membership from ${app}`,
    'drop policy person_self on person',
    'drop policy person_new on person',
    `revoke insert, update (password_hash, must_change_password) on person from ${app}`,
    'drop table attempt',
    'drop table password_link',
    'drop table audit_log',
    'alter table session drop constraint session_host, drop column host_id, drop column module',
    'drop index session_expires',
    'drop index session_ended',
    'drop table host_token',
    'drop table host',
    'drop function current_host()',
    'alter table person drop column must_change_password',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
