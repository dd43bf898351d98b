import type postgres from 'postgres';

/** Tables that belong to people, and are above the companies' rows.  */
const PEOPLE_TABLES = [
  'company',
  'person',
  'membership',
  'session',
  'password_link',
  'attempt',
  'person_answer',
  'person_identity',
  'provider_visit',
];
/** Tables of facts that are the same for all companies, who read and never write them. */
const SHARED_TABLES = ['city'];
/** Tables whose rows have no company. */
const WITHOUT_COMPANY = [...PEOPLE_TABLES, ...SHARED_TABLES];
/** Policies that show a company's rows to others, each for a reason given in its migration. */
const WIDER_POLICIES = ['account.account_seller', 'host.host_named', 'host.host_origin'];
/** Keys that the version before names in its statements; a later migration drops them. */
const RELEASED_KEYS = [
  'market.market_released',
  'account_credentials.account_credentials_released',
];

type Sql = postgres.Sql | postgres.TransactionSql;
type Rule = (sql: Sql, app: string) => Promise<{ finding: string }[]>;

const RULES: Rule[] = [
  (sql) => sql`
    select format('%s: row-level security is not forced', relname) as finding
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not (relrowsecurity and relforcerowsecurity)`,

  (sql) => sql`
    select format('%s: no policy', relname) as finding
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_policy p where p.polrelid = c.oid)`,

  (sql) => sql`
    select format('%s: rows have no company', relname) as finding
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relname = any(${WITHOUT_COMPANY})
      and not exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull and not a.attisdropped)`,

  (sql) => sql`
    select format('%s.%s: writes are not checked', relname, polname) as finding
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where polcmd in ('*', 'a', 'w') and polwithcheck is null`,

  (sql) => sql`
    select format('%s.%s: lets everything through', relname, polname) as finding
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where polpermissive and 'true' in (pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))`,

  // A function that is called bare is called for each row; as a sub-select it is called once.
  (sql) => sql`
    select format('%s.%s: a setting is read for each row', relname, polname) as finding
    from pg_policy p join pg_class c on c.oid = p.polrelid,
      concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as expression
    where expression ~ '(?<!SELECT )(current_(company|person|email|seller|refresh|host|origin|identity|setting)|is_system)\\('`,

  (sql, app) => sql`
    select format('%s.%s: is not for the application alone', relname, polname) as finding
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where polroles <> array[${app}::regrole::oid]`,

  (sql) => sql`
    select format('%s: no policy ties every row to the company', relname) as finding
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relname = any(${WITHOUT_COMPANY})
      and not exists (select from pg_policy p where p.polrelid = c.oid and polcmd = '*' and polpermissive
        and pg_get_expr(polqual, polrelid) ~ '^\\(company_id = \\( SELECT current_company\\(\\)'
        and pg_get_expr(polwithcheck, polrelid) ~ '^\\(company_id = \\( SELECT current_company\\(\\)')`,

  (sql) => sql`
    select format('%s.%s: shows rows to others than the company', relname, polname) as finding
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where polpermissive and not relname = any(${WITHOUT_COMPANY})
      and pg_get_expr(polqual, polrelid) !~ '^\\(company_id = \\( SELECT current_company\\(\\) AS current_company\\)\\)$'
      and not (polcmd = 'r' and relname || '.' || polname = any(${WIDER_POLICIES}))`,

  // A unique value would reveal to a company that another one has it; and a distributed database places a row by the
  // first column of its keys.
  (sql) => sql`
    select format('%s.%s: the key does not begin with the company', c.relname, i.relname) as finding
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where c.relnamespace = 'public'::regnamespace and x.indisunique and not c.relname = any(${WITHOUT_COMPANY})
      and not c.relname || '.' || i.relname = any(${RELEASED_KEYS})
      and not exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attnum = x.indkey[0] and a.attname = 'company_id')`,

  (sql) => sql`
    select format('%s: has no primary key', c.relname) as finding
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_index x where x.indrelid = c.oid and x.indisprimary)`,

  // A query of a partition itself does not pass the table's policies.
  (sql, app) => sql`
    select format('%s: the application reaches a partition past its table', c.relname) as finding
    from pg_class c, unnest(array['select', 'insert', 'update', 'delete']) as right_
    where c.relispartition and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and (has_table_privilege(${app}, c.oid, right_)
        or right_ <> 'delete' and has_any_column_privilege(${app}, c.oid, right_))`,

  (sql, app) => sql`
    select format('%s: the application may set numbers back', c.relname) as finding
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = 'public'::regnamespace and has_sequence_privilege(${app}, s.seqrelid, 'update')`,

  (sql) => sql`
    select format('what %s makes in future is open from the start', defaclrole::regrole) as finding
    from pg_default_acl where defaclobjtype in ('r', 'S', 'f') and defaclnamespace in (0, 'public'::regnamespace)`,

  (sql) => sql`
    select format('%s.%s: may point at a row of another company', c.relname, f.conname) as finding
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    join pg_attribute theirs on theirs.attrelid = f.confrelid and theirs.attname = 'company_id'
    where f.contype = 'f' and c.relnamespace = 'public'::regnamespace
      and not exists (select from unnest(f.conkey, f.confkey) as pair (own, other)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = pair.own
        where a.attname = 'company_id' and pair.other = theirs.attnum)`,

  (sql, app) => sql`
    select format('%s: the role may do more than an application should', rolname) as finding
    from pg_roles where rolname = ${app}
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,

  (sql, app) => sql`
    select format('%s: the application is a member of %s', ${app}::text, roleid::regrole) as finding
    from pg_auth_members where member = ${app}::regrole`,

  (sql, app) => sql`
    select format('%s: belongs to the application', pg_describe_object(classid, objid, objsubid)) as finding
    from pg_shdepend where deptype = 'o' and refobjid = ${app}::regrole
      and dbid = (select oid from pg_database where datname = current_database())`,

  // TRUNCATE ignores policies, a trigger runs as the role that fires it, a foreign key reveals what exists.
  (sql, app) => sql`
    select format('%s: the application may %s', c.relname, right_) as finding
    from pg_class c, unnest(array['truncate', 'references', 'trigger']) as right_
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and has_table_privilege(${app}, c.oid, right_)`,

  (sql) => sql`
    select format('%s: everybody has rights on it', c.relname) as finding
    from pg_class c, aclexplode(c.relacl) as acl
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and acl.grantee = 0`,

  (sql, app) => sql`
    select format('schema %s: the application may make things in it', nspname) as finding
    from pg_namespace where nspname !~ '^pg_' and has_schema_privilege(${app}, oid, 'create')`,

  (sql, app) => sql`
    select format('database: the application may make schemas in it') as finding
    where has_database_privilege(${app}, current_database(), 'create')`,

  (sql) => sql`
    select format('%s: runs with the rights of its owner', p.oid::regprocedure) as finding
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname !~ '^(pg_|information_schema)'`,

  (sql) => sql`
    select format('%s: a view with the rights of its owner', c.relname) as finding
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and n.nspname !~ '^(pg_|information_schema)'
      and not coalesce(c.reloptions @> array['security_invoker=true'], false)`,

  (sql) => sql`
    select format('%s: a materialized view asks no policy', c.relname) as finding
    from pg_class c where c.relkind = 'm'`,
];

/**
 * Searches the catalog for ways around row-level security. `app` is the application's role. Gives each finding as
 * `<what>: <why>`; there must be none.
 */
export async function lintRowSecurity(sql: Sql, app: string): Promise<string[]> {
  const findings: string[] = [];
  for (const rule of RULES) findings.push(...(await rule(sql, app)).map(({ finding }) => finding));
  return findings.sort();
}
